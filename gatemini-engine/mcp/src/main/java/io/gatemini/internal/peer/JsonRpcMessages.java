package io.gatemini.internal.peer;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.gatemini.RawJson;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds JSON-RPC messages as bytes: values that are JSON already are spliced in as they are. A
 * message is complete before anybody sees it, so that a failure leaves no half line behind.
 */
public final class JsonRpcMessages {
  private static final byte[] OPEN_ID = utf8("{\"jsonrpc\":\"2.0\",\"id\":");
  private static final byte[] RESULT = utf8(",\"result\":");
  private static final byte[] ERROR = utf8(",\"error\":{\"code\":");
  private static final byte[] MESSAGE = utf8(",\"message\":\"");
  private static final byte[] DATA = utf8("\",\"data\":");
  private static final byte[] METHOD = utf8(",\"method\":\"");
  private static final byte[] CALL = utf8(",\"method\":\"tools/call\",\"params\":{\"name\":\"");
  private static final byte[] ARGUMENTS = utf8("\",\"arguments\":");
  private static final byte[] META = utf8(",\"_meta\":{\"progressToken\":");
  private static final byte[] MEMBERS = utf8(",\"_meta\":");
  private static final byte[] TOKEN = utf8(",\"progressToken\":");
  private static final byte[] PARAMS = utf8("\",\"params\":");
  private static final byte[] OPEN_METHOD = utf8("{\"jsonrpc\":\"2.0\",\"method\":\"");
  private static final byte[] NULL = utf8("null");
  private static final byte[] BROKEN = utf8("fffd");

  private JsonRpcMessages() {}

  /** An answer. */
  public static byte[] result(byte[] id, RawJson result) {
    return new Builder(OPEN_ID.length + id.length + RESULT.length + result.length() + 1)
        .add(OPEN_ID)
        .add(id)
        .add(RESULT)
        .add(result)
        .add('}')
        .bytes();
  }

  /** A refusal; no id where the message had none that could be read. */
  public static byte[] error(byte @Nullable [] id, int code, String message) {
    return refusal(id, code, message).add('"').add('}').add('}').bytes();
  }

  /** A refusal that says more to a program than its message. */
  public static byte[] error(byte[] id, int code, String message, RawJson data) {
    return refusal(id, code, message).add(DATA).add(data).add('}').add('}').bytes();
  }

  private static Builder refusal(byte @Nullable [] id, int code, String message) {
    return new Builder(112 + message.length())
        .add(OPEN_ID)
        .add(id == null ? NULL : id)
        .add(ERROR)
        .add(Integer.toString(code))
        .add(MESSAGE)
        .add(quoted(ForeignText.wellFormed(message)));
  }

  /**
   * A {@code tools/call}; the id is the progress token, too.
   *
   * @param meta further members of its {@code _meta}, an object
   * @param further members of its {@code params}, an object as this side writes it
   */
  public static JsonRpcMessage toolCall(
      long id, String tool, RawJson arguments, boolean progress, RawJson meta, RawJson further) {
    String number = Long.toString(id);
    byte[] name = quoted(tool);
    Builder builder =
        new Builder(128 + name.length + arguments.length())
            .add(OPEN_ID)
            .add(number)
            .add(CALL)
            .add(name)
            .add(ARGUMENTS)
            .add(arguments);
    if (!meta.equals(RawJson.emptyObject())) {
      builder.add(MEMBERS).add(meta);
      if (progress) {
        builder.reopen().add(TOKEN).add(number).add('}');
      }
    } else if (progress) {
      builder.add(META).add(number).add('}');
    }
    if (!further.equals(RawJson.emptyObject())) {
      builder.add(',').addMembers(further);
    }
    return request(builder.add('}').add('}').bytes(), id, "tools/call");
  }

  /** A request. */
  public static JsonRpcMessage request(long id, String method, RawJson params) {
    Builder builder =
        new Builder(96 + params.length())
            .add(OPEN_ID)
            .add(Long.toString(id))
            .add(METHOD)
            .add(quoted(method))
            .add(PARAMS)
            .add(params)
            .add('}');
    return request(builder.bytes(), id, method);
  }

  private static JsonRpcMessage request(byte[] message, long id, String method) {
    return JsonRpcMessage.request(message, id, OPEN_ID.length, method);
  }

  /** A notification. */
  public static byte[] notification(String method, RawJson params) {
    return new Builder(96 + params.length())
        .add(OPEN_METHOD)
        .add(quoted(method))
        .add(PARAMS)
        .add(params)
        .add('}')
        .bytes();
  }

  /** Several messages as one. */
  public static byte[] batch(List<byte[]> messages) {
    Builder builder =
        new Builder(messages.stream().mapToInt(message -> message.length + 1).sum() + 1);
    char before = '[';
    for (byte[] message : messages) {
      builder.add(before).add(message);
      before = ',';
    }
    return builder.add(']').bytes();
  }

  private static byte[] quoted(String text) {
    return JsonStringEncoder.getInstance().quoteAsUTF8(text);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Bytes in the making. */
  private static final class Builder extends OutputStream {
    private byte[] bytes;
    private int count;

    Builder(int expected) {
      bytes = new byte[expected];
    }

    Builder add(byte[] part) {
      write(part, 0, part.length);
      return this;
    }

    Builder add(char ascii) {
      write(ascii);
      return this;
    }

    Builder add(String ascii) {
      for (int i = 0; i < ascii.length(); i++) {
        write(ascii.charAt(i));
      }
      return this;
    }

    Builder add(RawJson value) {
      int start = count;
      try {
        value.writeTo(this);
      } catch (IOException e) {
        throw new UncheckedIOException("writing to memory failed", e);
      }
      // A value that came over HTTP or from a host may be spread over lines; between tokens, where
      // alone JSON allows them, a blank says the same, and a message is one line.
      for (int i = start; i < count; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r') {
          bytes[i] = ' ';
        } else if (bytes[i] == '\\') {
          i += escape(i + 1);
        }
      }
      return this;
    }

    /**
     * The rest of an escape. Half a pair of surrogates becomes the character for what is broken:
     * strict readers refuse the whole message otherwise.
     */
    private int escape(int at) {
      int code = bytes[at] == 'u' ? unit(at + 1) : -1;
      if (code < Character.MIN_SURROGATE || code > Character.MAX_SURROGATE) {
        return code < 0 ? 1 : 5;
      }
      if (code <= Character.MAX_HIGH_SURROGATE
          && at + 10 < count
          && bytes[at + 5] == '\\'
          && bytes[at + 6] == 'u'
          && unit(at + 7) >> 10 == Character.MIN_LOW_SURROGATE >> 10) {
        return 11;
      }
      System.arraycopy(BROKEN, 0, bytes, at + 1, BROKEN.length);
      return 5;
    }

    /** The code unit of four digits. */
    private int unit(int at) {
      int unit = 0;
      for (int i = at; i < at + 4; i++) {
        unit = unit << 4 | Character.digit(bytes[i], 16);
      }
      return unit;
    }

    /** Adds an object without its braces. */
    Builder addMembers(RawJson object) {
      byte[] written = object.toByteArray();
      write(written, 1, written.length - 2);
      return this;
    }

    /** Takes the last brace off, for further members. */
    Builder reopen() {
      count--;
      return this;
    }

    byte[] bytes() {
      return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
    }

    @Override
    public void write(int b) {
      room(1);
      bytes[count++] = (byte) b;
    }

    @Override
    public void write(byte[] part, int offset, int length) {
      room(length);
      System.arraycopy(part, offset, bytes, count, length);
      count += length;
    }

    private void room(int needed) {
      if (needed > bytes.length - count) {
        bytes = Arrays.copyOf(bytes, Math.max(count + needed, bytes.length + (bytes.length >> 1)));
      }
    }
  }
}
