package io.gatemini.transport.http.internal.client;

import io.gatemini.internal.text.TextCut;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The content type of an answer: the lower-case type without parameters, and the charset. */
public record ContentType(String type, Charset charset) {
  /** Reads the header; a missing one is an empty type, an unknown charset is UTF-8. */
  public static ContentType of(@Nullable String header) {
    if (header == null) {
      return new ContentType("", StandardCharsets.UTF_8);
    }
    String[] parts = header.split(";", -1);
    Charset charset = StandardCharsets.UTF_8;
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip();
      if (parameter.regionMatches(true, 0, "charset=", 0, "charset=".length())) {
        charset = charset(parameter.substring("charset=".length()));
      }
    }
    return new ContentType(parts[0].strip().toLowerCase(Locale.ROOT), charset);
  }

  public boolean isEventStream() {
    return type.equals("text/event-stream");
  }

  public boolean isJson() {
    return type.equals("application/json") || type.endsWith("+json");
  }

  public boolean isHtml() {
    return type.equals("text/html") || type.equals("application/xhtml+xml");
  }

  /** For an error message: the type, shortened, or that there is none. */
  public String describe() {
    if (type.isEmpty()) {
      return "no content type";
    }
    return "content type " + TextCut.head(type, 60);
  }

  private static Charset charset(String name) {
    try {
      return Charset.forName(name.replace("\"", "").strip());
    } catch (IllegalArgumentException e) {
      return StandardCharsets.UTF_8;
    }
  }
}
