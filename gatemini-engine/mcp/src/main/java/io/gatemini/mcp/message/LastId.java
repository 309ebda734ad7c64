package io.gatemini.mcp.message;

import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.internal.process.LineSplitter;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The id of a message that cannot be read, where it is the last member: so near to the end it is
 * the message's own. The reference library for TypeScript writes it there.
 */
final class LastId {
  private static final Pattern AT_END =
      Pattern.compile(
          "\"id\"\\s*:\\s*(-?(?:0|[1-9]\\d{0,17})|\"(?:[ -~&&[^\"\\\\]]|\\\\[\"\\\\/]){0,200}\")\\s*}\\s*$");

  private LastId() {}

  static @Nullable Slice in(byte[] buffer, int offset, int length) {
    int kept = Math.min(length, LineSplitter.KEPT_END_BYTES);
    int from = offset + length - kept;
    Matcher last = AT_END.matcher(new String(buffer, from, kept, StandardCharsets.ISO_8859_1));
    if (!last.find()) {
      return null;
    }
    boolean text = buffer[from + last.start(1)] == '"';
    return new Slice(
        text ? JsonToken.VALUE_STRING : JsonToken.VALUE_NUMBER_INT,
        from + last.start(1),
        last.end(1) - last.start(1));
  }
}
