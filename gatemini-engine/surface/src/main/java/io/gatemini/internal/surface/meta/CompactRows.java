package io.gatemini.internal.surface.meta;

import io.gatemini.SearchHit;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolInfo;
import io.gatemini.internal.declaration.ToolSignature;
import io.gatemini.internal.declaration.ToolSignature.Parameter;
import io.gatemini.internal.presentation.AnswerForm;
import io.gatemini.internal.presentation.CallExample;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.text.FirstSentence;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows of discovery as lines of text, for agents that need no JSON: {@code
 * exa.web_search(query: string, count?: number) – Search the web.} Tools have the names that they
 * are looked up by. Stateless.
 */
final class CompactRows {
  /** Optional parameters are shown while a row's are shorter than this. */
  private static final int ROW_LENGTH = 40;

  private static final int ANSWER_LENGTH = 60;
  private static final int INFO_LENGTH = 400;

  /** The parameters, required ones first. */
  private static final int REMARKS_LENGTH = 240;

  private static final int SUMMARY_LENGTH = 100;

  private CompactRows() {}

  /**
   * The hits of a search, a line each.
   *
   * @param brief whether first sentences are shown, or whole descriptions
   * @param further words for a further search by backend, a closing line each
   * @param left leaves out descriptions that were read before
   */
  static String search(
      List<SearchHit> hits,
      boolean brief,
      Map<String, List<String>> further,
      ReadDescriptions.Answer left) {
    StringBuilder text = new StringBuilder();
    for (SearchHit hit : hits) {
      ToolSignature signature = ToolSignature.of(hit.key(), hit.tool().inputSchema());
      String said =
          brief
              ? FirstSentence.of(hit.summary(), SUMMARY_LENGTH)
              : VisibleText.description(hit.tool().description());
      String answer =
          AnswerForm.declared(hit.tool(), ANSWER_LENGTH).map(form -> " \u2192 " + form).orElse("");
      line(text, signature.within(ROW_LENGTH) + answer, left.of(said));
    }
    further.forEach(
        (backend, words) ->
            text.append("\ntry_also ")
                .append(backend)
                .append(": ")
                .append(String.join(", ", words)));
    return text.toString();
  }

  /** A tool with what is said of its parameters. */
  static String info(ToolInfo info) {
    ToolSignature signature = ToolSignature.of(info.key(), info.definition().inputSchema());
    StringBuilder text = new StringBuilder();
    line(text, signature.within(INFO_LENGTH), info.summary());
    int left = REMARKS_LENGTH;
    for (boolean required : new boolean[] {true, false}) {
      for (Parameter parameter : signature.parameters()) {
        int length = parameter.name().length() + parameter.remark().length();
        if (parameter.required() == required && !parameter.remark().isEmpty() && length <= left) {
          text.append('\n').append(parameter.name()).append(": ").append(parameter.remark());
          left -= length;
        }
      }
    }
    return program(text, info).toString();
  }

  /** A tool with its whole description and its declaration, which stands for the schema. */
  static String full(ToolInfo info) {
    StringBuilder text = new StringBuilder();
    line(text, info.key(), VisibleText.escaped(info.description()));
    String declaration = info.typescript();
    // The comment before it is the beginning of the description.
    boolean commented = declaration.startsWith("/**") && declaration.indexOf("*/\n") >= 0;
    text.append('\n')
        .append(commented ? declaration.substring(declaration.indexOf("*/\n") + 3) : declaration);
    return program(text, info).toString();
  }

  /** Names by namespace, which is written once per page. */
  static String names(List<ToolDescriptor> tools) {
    Map<String, StringBuilder> lines = new TreeMap<>();
    for (ToolDescriptor tool : tools) {
      StringBuilder line =
          lines.computeIfAbsent(
              tool.namespace(), namespace -> new StringBuilder(namespace).append(": "));
      line.append(line.charAt(line.length() - 1) == ' ' ? "" : ", ")
          .append(tool.key().substring(tool.namespace().length() + 1));
    }
    return String.join("\n", lines.values());
  }

  /** A text with a line on what is missing from it, where anything is. */
  static String incomplete(String text, String missing) {
    return missing.isEmpty() ? text : text + (text.isEmpty() ? "" : "\n") + missing;
  }

  /** Adds a line of a name and what is said of it. */
  static void line(StringBuilder text, String name, String said) {
    text.append(text.isEmpty() ? "" : "\n").append(name);
    String line = said.strip().replaceAll("\\s+", " ");
    if (!line.isEmpty()) {
      text.append(" \u2013 ").append(line);
    }
  }

  private static StringBuilder program(StringBuilder text, ToolInfo info) {
    String expression = CallExample.expression(info.call());
    return expression.equals(info.key())
        ? text
        : text.append("\nin a program: ").append(expression);
  }
}
