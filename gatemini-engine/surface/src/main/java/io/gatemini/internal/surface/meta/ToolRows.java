package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolInfo;
import io.gatemini.internal.presentation.AnswerForm;
import io.gatemini.internal.text.VisibleJson;
import io.gatemini.text.FirstSentence;
import java.util.List;
import java.util.Optional;

/** Tools in the form that searching and looking agents and programs receive. Stateless. */
public final class ToolRows {
  /** Before a name that is a backend's, also where a tool has the same. */
  private static final String BACKEND = "gatemini://backend/";

  /** Enough to choose by; who looks closer reads more. */
  private static final int SENTENCE_LENGTH = 72;

  private static final int ANSWER_LENGTH = 60;

  private ToolRows() {}

  /** Brief rows, as a search of an agent has them. */
  public static RawJson of(List<SearchHit> hits) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    hits.forEach(hit -> rows.add(brief(hit)));
    return RawJson.of(rows);
  }

  /**
   * Full information for a program.
   *
   * @param name a tool's, or {@value #BACKEND} and a backend's
   */
  public static RawJson info(Gateway gateway, String name) {
    Optional<ObjectNode> backend =
        name.startsWith(BACKEND)
            ? BackendInfo.of(gateway, name.substring(BACKEND.length()))
            : Optional.empty();
    return RawJson.of(backend.orElseGet(() -> withTypes(gateway.tool(name))));
  }

  private static ObjectNode withTypes(ToolInfo info) {
    // A program may return it to its model as it is.
    return VisibleJson.object(full(info)).put("typescript", info.typescript());
  }

  /** A row with what a call needs. */
  public static ObjectNode brief(SearchHit hit) {
    ObjectNode row =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", hit.key())
            .put("backend", hit.backend())
            .put("call", hit.call())
            .put("description", FirstSentence.of(hit.summary(), SENTENCE_LENGTH));
    addAnswer(hit.tool(), row);
    addNeeds(hit.tool(), row);
    if (!hit.fits()) {
      row.put("fits", false);
    }
    return row;
  }

  /** Everything, verbatim: what is hidden in it as well. */
  public static ObjectNode full(ToolInfo info) {
    ObjectNode full =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", info.key())
            .put("description", info.description())
            .put("backend", info.backend());
    full.set("input_schema", info.definition().inputSchema());
    addNeeds(info.definition(), full);
    return full;
  }

  /** The members of its answers, where its schema names them: the first program is right then. */
  public static void addAnswer(ToolDescriptor tool, ObjectNode row) {
    AnswerForm.declared(tool, ANSWER_LENGTH).ifPresent(answer -> row.put("answer", answer));
  }

  /**
   * A tool that only runs as a task (specification 2025-11-25, tasks) says so where it is found.
   */
  public static void addNeeds(ToolDescriptor tool, ObjectNode row) {
    if (tool.tool().further().path("execution").path("taskSupport").asText().equals("required")) {
      row.put("needs", "to run as a task, which this gateway cannot start");
    }
  }
}
