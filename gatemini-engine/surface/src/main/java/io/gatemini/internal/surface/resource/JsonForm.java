package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.gatemini.internal.surface.resource.ToolGroups.Group;
import io.gatemini.internal.text.Utf8Size;
import java.util.List;

/**
 * An index as an object of namespaces that are objects of tools. Namespace, dot and tool make the
 * name that is called.
 */
final class JsonForm implements IndexForm {
  private static final JsonStringEncoder ENCODER = JsonStringEncoder.getInstance();

  @Override
  public void begin(StringBuilder text, List<Group> groups) {
    text.append('{');
  }

  @Override
  public void beginGroup(StringBuilder text, Group group) {
    string(text, group.namespace());
    text.append(":{");
  }

  @Override
  public void tool(StringBuilder text, String name, String words) {
    string(text, name);
    text.append(':');
    string(text, words);
  }

  @Override
  public void endGroup(StringBuilder text) {
    text.append('}');
  }

  @Override
  public void end(StringBuilder text) {
    text.append('}');
  }

  @Override
  public long bytes(String words, int from, int to) {
    long bytes = Utf8Size.of(words, from, to);
    for (int i = from; i < to; i++) {
      char c = words.charAt(i);
      bytes += c == '"' || c == '\\' ? 1 : 0;
    }
    return bytes;
  }

  @Override
  public int bytesBeforeWords() {
    return 0;
  }

  /** A string, and a comma where another member stands before it. */
  private static void string(StringBuilder text, String value) {
    char before = text.charAt(text.length() - 1);
    if (before != '{' && before != ':') {
      text.append(',');
    }
    text.append('"');
    ENCODER.quoteAsString(value, text);
    text.append('"');
  }
}
