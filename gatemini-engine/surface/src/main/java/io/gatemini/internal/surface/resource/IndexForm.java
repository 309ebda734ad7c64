package io.gatemini.internal.surface.resource;

import io.gatemini.internal.surface.resource.ToolGroups.Group;
import java.util.List;

/** How an index of tools is written. Stateless: a text is begun, and then ended. */
interface IndexForm {
  void begin(StringBuilder text, List<Group> groups);

  void beginGroup(StringBuilder text, Group group);

  /**
   * Appends a tool.
   *
   * @param words may be empty
   */
  void tool(StringBuilder text, String name, String words);

  void endGroup(StringBuilder text);

  void end(StringBuilder text);

  /** Whether a form writes more than this character for it. */
  static boolean isEscaped(char c) {
    return c < ' ' || c == '"' || c == '\\' || c == '<' || c == '[';
  }

  /** The UTF-8 bytes of a part of words once it is written. */
  long bytes(String words, int from, int to);

  /** The cost of words of any length, without the words. */
  int bytesBeforeWords();
}
