package io.gatemini.examples.repair;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.examples.repair.WrongCall.Mistake;
import io.gatemini.spi.Json;
import io.gatemini.testing.EvaluationData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * 300 wrong calls of tools with real schemas: how many reach the tool as they were meant, and how
 * many are refused so that a second call, made from the refusal alone, does. A validator of the
 * whole of JSON Schema says what is wrong and what is right.
 */
class WrongCallsTest {
  private static final int CALLS_OF_A_KIND = 50;
  private static final double GOOD = 0.8;

  /** As the libraries write them that servers are made with. */
  private static final Path SAMPLE =
      Path.of("src/test/resources/io/gatemini/examples/repair/schemas.jsonl");

  /** A refusal shows the call as a program writes it. */
  private static final JsonMapper LENIENT =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES).build();

  private static final SchemaRegistry VALIDATORS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  @Test
  void areRepairedOrAnsweredSoThatTheNextOneSucceeds() throws IOException {
    List<JsonNode> schemas = schemas();
    StringBuilder table = new StringBuilder("mistake  calls  repaired  second call\n");
    int calls = 0;
    int good = 0;
    for (Mistake mistake : Mistake.values()) {
      Random random = new Random(mistake.name().length());
      int made = 0;
      int repaired = 0;
      int second = 0;
      for (int i = 0; made < CALLS_OF_A_KIND && i < 100 * CALLS_OF_A_KIND; i++) {
        JsonNode schema = schemas.get(random.nextInt(schemas.size()));
        Schema oracle = VALIDATORS.getSchema(schema);
        WrongCall call = WrongCall.of(schema, mistake, random).orElse(null);
        if (call == null || !isRight(oracle, call.right()) || !isWrong(oracle, mistake, call)) {
          continue;
        }
        made++;
        Attempt first = attempt(schema, call.wrong());
        if (first.received() != null && call.unique()) {
          assertThat(first.received())
              .as("%s for %s", call.wrong(), schema)
              .isEqualTo(call.right());
          repaired++;
        } else if (first.received() != null) {
          repaired += isRight(oracle, first.received()) ? 1 : 0;
        } else if (attemptAgain(schema, first).filter(args -> isRight(oracle, args)).isPresent()) {
          second++;
        }
      }
      table.append(String.format("%-8s %5d %9d %12d%n", mistake, made, repaired, second));
      calls += made;
      good += repaired + second;
    }
    System.out.println(table);
    assertThat(good).as(table.toString()).isGreaterThanOrEqualTo((int) (GOOD * calls));
  }

  /**
   * A name that is not declared need not be wrong to a validator; the value is lost all the same.
   */
  private static boolean isWrong(Schema oracle, Mistake mistake, WrongCall call) {
    return mistake == Mistake.NAME || !isRight(oracle, call.wrong());
  }

  private static boolean isRight(Schema oracle, JsonNode arguments) {
    return oracle.validate(arguments.toString(), com.networknt.schema.InputFormat.JSON).isEmpty();
  }

  /**
   * @param received what the tool was called with; null where the call was refused
   */
  private record Attempt(@Nullable JsonNode received, String refusal) {}

  private static Attempt attempt(JsonNode schema, JsonNode arguments) {
    AtomicReference<@Nullable JsonNode> received = new AtomicReference<>();
    try (Gateway gateway =
        Gateway.builder()
            .backend(
                "t",
                BackendConfig.inProcess()
                    .tool(
                        "tool",
                        "A tool.",
                        schema,
                        given -> {
                          received.set(given);
                          return ToolResult.text("done");
                        }))
            .build()) {
      gateway.call(ToolCall.of("t.tool", RawJson.of(arguments)));
      return new Attempt(received.get(), "");
    } catch (InvalidArgumentsException e) {
      return new Attempt(null, String.valueOf(e.getMessage()));
    }
  }

  private static Optional<JsonNode> attemptAgain(JsonNode schema, Attempt first) {
    int example = first.refusal().indexOf("; for example ");
    int begin = first.refusal().indexOf("t.tool(", example) + "t.tool(".length();
    try {
      JsonNode arguments =
          LENIENT.readTree(first.refusal().substring(begin, first.refusal().length() - 1));
      return arguments instanceof ObjectNode
          ? Optional.ofNullable(attempt(schema, arguments).received())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Some that were crawled are none. */
  private static boolean isSchema(JsonNode schema) {
    try {
      isRight(VALIDATORS.getSchema(schema), Json.mapper().createObjectNode());
      return true;
    } catch (SchemaException e) {
      return false;
    }
  }

  /** Those of the evaluation data, where it is there; else of the sample in the repository. */
  private static List<JsonNode> schemas() throws IOException {
    Path tools =
        EvaluationData.directory().map(data -> data.resolve("mcp/tools.jsonl")).orElse(SAMPLE);
    List<JsonNode> schemas = new ArrayList<>();
    for (String line : Files.readAllLines(tools)) {
      JsonNode tool = Json.mapper().readTree(line);
      JsonNode schema = tool.path("input_schema");
      if (tool.path("schema").asText().equals("native")
          && schema.path("properties").size() > 0
          && isSchema(schema)) {
        schemas.add(schema);
      }
    }
    return schemas;
  }
}
