package io.gatemini.transport.http.internal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The body of an error in one short line: the message of a JSON error, the title of a page, the
 * first line of a text. Nothing else of it is repeated.
 */
public final class ErrorText {
  private static final int MAX_LENGTH = 200;

  /** Where errors keep their message: JSON-RPC, OAuth, plain APIs, RFC 9457. */
  private static final List<String> MESSAGES =
      List.of("/error/message", "/error_description", "/message", "/detail", "/title", "/error");

  private static final Pattern TITLE =
      Pattern.compile("<title[^>]{0,200}>([^<]{0,2000})", Pattern.CASE_INSENSITIVE);

  private ErrorText() {}

  public static Optional<String> of(ContentType type, BoundedBytes body) {
    return of(type, body.array(), body.length());
  }

  public static Optional<String> of(ContentType type, byte[] body, int length) {
    String text = text(type.charset(), body, length);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (text.startsWith("{")) {
      return json(text);
    }
    if (text.startsWith("<") || type.isHtml()) {
      Matcher title = TITLE.matcher(text);
      return title.find() ? shown(withoutEntities(title.group(1))) : Optional.empty();
    }
    return type.type().equals("text/plain")
        ? shown(text.lines().findFirst().orElse(""))
        : Optional.empty();
  }

  private static String text(Charset charset, byte[] body, int length) {
    String text = new String(body, 0, length, charset);
    return (text.startsWith("\uFEFF") ? text.substring(1) : text).strip();
  }

  private static Optional<String> json(String text) {
    try {
      JsonNode root = Json.mapper().readTree(text);
      for (String pointer : MESSAGES) {
        JsonNode message = root.at(pointer);
        if (message.isTextual() && !message.textValue().isBlank()) {
          return shown(message.textValue());
        }
      }
    } catch (IOException e) {
      // An error that does not say more.
    }
    return Optional.empty();
  }

  /** The few that titles are written with. */
  private static String withoutEntities(String text) {
    return text.replace("&nbsp;", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  /** Without what looks like a tag: the line is read by agents, and shown in pages. */
  private static Optional<String> shown(String text) {
    return Optional.of(OneLine.of(text, MAX_LENGTH).replaceAll("<[^>]*>", "").strip())
        .filter(line -> !line.isEmpty());
  }
}
