package io.gatemini.mcp.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.gatemini.internal.json.JsonLimits;
import io.gatemini.internal.json.JsonProblem;
import io.gatemini.internal.process.LineSplitter;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.internal.text.TextCut;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One JSON-RPC 2.0 message, taken apart in a single pass that builds no tree: what it is, its id as
 * it was spelled, and where in the buffer the parts lie. It reads the few members of {@code params}
 * that route a call, a cancellation and a progress report. It knows of no handshake and no session:
 * those belong to the connection that the message came by.
 *
 * <p>A message that breaks the rules is of kind {@link Kind#INVALID} with the error code of the
 * specification. A message and its parts are valid as long as the buffer is. Not thread-safe.
 */
public final class JsonRpcMessage {
  static final int PARSE_ERROR = -32700;

  /** JSON-RPC's code for a message that is no request. */
  public static final int INVALID_REQUEST = -32600;

  /** JSON-RPC's code for a method that does not exist. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** JSON-RPC's code for parameters that a method cannot take. */
  public static final int INVALID_PARAMS = -32602;

  /** JSON-RPC's code for a request that failed. */
  public static final int INTERNAL_ERROR = -32603;

  /** A longer id is refused, with an id of null: it is not worth keeping to the answer. */
  public static final int MAX_ID_BYTES = 1_024;

  /** No method that anybody has heard of is half as long. */
  static final int MAX_METHOD_LENGTH = 256;

  /** How many messages are taken at once: the answers are kept until all are there. */
  public static final int MAX_BATCH = 1_000;

  /** For what is looked at part by part; a level costs the reader about 100 bytes. */
  public static final int MAX_PART_DEPTH = 100_000;

  private static final int LONGEST_REASON = 200;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Offsets are byte offsets only while no other encoding than UTF-8 is guessed. */
  private static final JsonFactory FACTORY = factory(Json.MAX_DEPTH);

  private static final JsonFactory DEEP = factory(MAX_PART_DEPTH);

  private static JsonFactory factory(int maxDepth) {
    return JsonFactory.builder()
        .disable(JsonFactory.Feature.CHARSET_DETECTION)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .streamReadConstraints(JsonLimits.ofDepth(maxDepth))
        .build();
  }

  /** The kind of a message. */
  public enum Kind {
    /** A message with a method and an id: the peer waits for a response. */
    REQUEST,
    /** A message with a method and no id. */
    NOTIFICATION,
    /** A message with the result or the error of a request. */
    RESPONSE,
    /** Several messages in a well-formed array. */
    BATCH,
    /** Breaks a rule of JSON-RPC or of MCP. */
    INVALID
  }

  /** A value where it lies in the buffer. */
  public record Slice(JsonToken type, int offset, int length) {
    /** Whether it is an object. */
    public boolean isObject() {
      return type == JsonToken.START_OBJECT;
    }

    /** Its bytes. */
    public byte[] copy(byte[] buffer) {
      return Arrays.copyOfRange(buffer, offset, offset + length);
    }

    /** Its JSON text. */
    public String text(byte[] buffer) {
      return new String(buffer, offset, length, StandardCharsets.UTF_8);
    }
  }

  private final byte[] buffer;

  /** Where in the buffer the parser began. */
  private final int base;

  private final int offset;
  private int length;

  private Kind kind = Kind.INVALID;
  private int errorCode = PARSE_ERROR;
  private String errorMessage = "";

  private boolean version;
  private @Nullable Slice id;
  private long numericId = -1;
  private boolean methodSeen;
  private @Nullable String method;
  private @Nullable Slice params;
  private @Nullable Slice result;
  private String contentProblem = "";
  private @Nullable Slice error;

  private @Nullable String name;
  private @Nullable Slice arguments;
  private @Nullable Slice meta;
  private boolean moreMeta;
  private @Nullable Slice callToken;
  private @Nullable Slice reportToken;
  private @Nullable Slice requestId;

  private JsonRpcMessage(byte[] buffer, int base, int offset, int length) {
    this.buffer = buffer;
    this.base = base;
    this.offset = offset;
    this.length = length;
  }

  /**
   * Takes apart what has to be one message and nothing else, but for a byte order mark before it.
   * Never throws. Also of one that cannot be read the id is known where it was read before the
   * fault, or is the last member.
   */
  public static JsonRpcMessage parse(byte[] buffer, int offset, int length) {
    int mark = BYTE_ORDER_MARK.length;
    boolean marked =
        length > mark && Arrays.equals(buffer, offset, offset + mark, BYTE_ORDER_MARK, 0, mark);
    int skipped = marked ? mark : 0;
    return parse(FACTORY, buffer, offset + skipped, length - skipped);
  }

  /** The same of one that may be nested deeper: who reads its parts has to look at each. */
  public static JsonRpcMessage parseDeep(byte[] buffer, int offset, int length) {
    return parse(DEEP, buffer, offset, length);
  }

  private static JsonRpcMessage parse(JsonFactory factory, byte[] buffer, int offset, int length) {
    JsonRpcMessage message = new JsonRpcMessage(buffer, offset, offset, length);
    try (JsonParser parser = factory.createParser(buffer, offset, length)) {
      message.read(parser);
    } catch (StreamConstraintsException e) {
      String limit = e.getOriginalMessage().replaceFirst(", from .*", ")");
      message.refuse(
          INVALID_REQUEST,
          limit.contains("nesting depth")
              ? "a message may be nested " + Json.MAX_DEPTH + " levels deep"
              : "a message exceeds a limit: " + cut(limit));
      message.keepId(true);
    } catch (JsonProcessingException e) {
      message.refuse(PARSE_ERROR, "malformed JSON: " + cut(JsonProblem.of(e)));
      message.keepId(!isCutOff(e));
    } catch (IOException | RuntimeException e) {
      message.refuse(PARSE_ERROR, "malformed JSON");
    }
    return message;
  }

  /** The id and the method of a message of which only both ends are present. */
  public static JsonRpcMessage ofEnds(byte[] head, byte[] tail) {
    byte[] ends = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, ends, head.length, tail.length);
    JsonRpcMessage message = parse(ends, 0, head.length);
    message.length = ends.length - message.offset;
    message.keepId(true);
    return message;
  }

  /** The same of one that is there, but could not be read. */
  public static JsonRpcMessage ofEnds(byte[] buffer, int offset, int length) {
    int kept = Math.min(length, LineSplitter.KEPT_END_BYTES);
    int end = offset + length;
    return ofEnds(
        Arrays.copyOfRange(buffer, offset, offset + kept),
        Arrays.copyOfRange(buffer, end - kept, end));
  }

  /**
   * The messages of an HTTP body or an event: one, or those of an array, in which servers of
   * protocol version 2025-03-26 may answer. Text after the first JSON value is ignored, since some
   * servers append to it; so are objects with neither a method, an outcome nor an id. An array that
   * is not whole, or has more than 1,000 elements, holds none; of one message that cannot be read
   * there is what is known, if its id is.
   */
  public static List<JsonRpcMessage> messages(byte[] buffer, int length) {
    List<JsonRpcMessage> messages = new ArrayList<>();
    try (JsonParser parser = parser(buffer, 0, length)) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.START_OBJECT) {
        add(new JsonRpcMessage(buffer, 0, 0, length), parser, messages);
      } else if (first == JsonToken.START_ARRAY) {
        int elements = 0;
        for (JsonToken next = parser.nextToken();
            next != JsonToken.END_ARRAY;
            next = parser.nextToken()) {
          if (next == null || ++elements > MAX_BATCH) {
            return List.of();
          }
          if (next == JsonToken.START_OBJECT) {
            int start = (int) parser.currentTokenLocation().getByteOffset();
            add(new JsonRpcMessage(buffer, 0, start, length), parser, messages);
          } else {
            parser.skipChildren();
          }
        }
      }
      return messages;
    } catch (IOException e) {
      // The waiting caller learns of it at once; a cut message is none.
      JsonRpcMessage broken = parse(buffer, 0, length);
      return !isCutOff(e) && broken.numericId >= 0 ? List.of(broken) : List.of();
    }
  }

  /**
   * The elements of an array of which it is known that it is well-formed. Stops when there is one
   * more than {@link #MAX_BATCH}.
   */
  public static List<Slice> elements(byte[] buffer, int offset, int length) {
    List<Slice> elements = new ArrayList<>();
    try (JsonParser parser = parser(buffer, offset, length)) {
      parser.nextToken();
      while (elements.size() <= MAX_BATCH && parser.nextToken() != JsonToken.END_ARRAY) {
        elements.add(slice(parser, offset));
      }
      return elements;
    } catch (IOException e) {
      throw new UncheckedIOException("the array could be read a moment ago", e);
    }
  }

  private static boolean isCutOff(IOException e) {
    return e instanceof JsonProcessingException json
        && json.getOriginalMessage().startsWith("Unexpected end-of-input");
  }

  /** Reads an object that the parser has entered, and adds it if it resembles a message. */
  private static void add(JsonRpcMessage message, JsonParser parser, List<JsonRpcMessage> messages)
      throws IOException {
    boolean badId = message.readMembers(parser);
    message.length = message.position(parser) - message.offset;
    message.classify(badId);
    if (!message.method().isEmpty() || message.isOutcome() || message.hasId()) {
      messages.add(message);
    }
  }

  /**
   * A request that this side has written.
   *
   * @param idOffset where in the message its id stands
   */
  public static JsonRpcMessage request(byte[] message, long id, int idOffset, String method) {
    JsonRpcMessage request = new JsonRpcMessage(message, 0, 0, message.length);
    request.kind = Kind.REQUEST;
    request.version = true;
    request.numericId = id;
    request.id = new Slice(JsonToken.VALUE_NUMBER_INT, idOffset, Long.toString(id).length());
    request.methodSeen = true;
    request.method = method;
    return request;
  }

  /** One message that this side has written and of which nothing is known here. */
  public static JsonRpcMessage of(byte[] message) {
    return parse(message, 0, message.length);
  }

  private static JsonParser parser(byte[] buffer, int offset, int length) throws IOException {
    return FACTORY.createParser(buffer, offset, length);
  }

  /** The array that holds the message. */
  public byte[] buffer() {
    return buffer;
  }

  /** Where in the buffer it begins. */
  public int offset() {
    return offset;
  }

  /** How many bytes it has. */
  public int length() {
    return length;
  }

  /** Its bytes: the buffer itself where that holds nothing else. */
  public byte[] bytes() {
    return length == buffer.length ? buffer : Arrays.copyOfRange(buffer, offset, offset + length);
  }

  /**
   * Whether it has a result or an error in place of a method; it may be {@link Kind#INVALID} all
   * the same.
   */
  public boolean isOutcome() {
    return method().isEmpty() && (result != null || error != null);
  }

  /** Whether it is the outcome of a request: has its id, spelled the same. */
  public boolean answers(JsonRpcMessage request) {
    Slice own = id;
    Slice asked = request.id;
    return isOutcome()
        && request.kind == Kind.REQUEST
        && own != null
        && asked != null
        && Arrays.equals(
            buffer,
            own.offset(),
            own.offset() + own.length(),
            request.buffer,
            asked.offset(),
            asked.offset() + asked.length());
  }

  /** Its kind. */
  public Kind kind() {
    return kind;
  }

  /** The code of the error to answer an invalid message with. */
  public int errorCode() {
    return errorCode;
  }

  /** The message of that error. */
  public String errorMessage() {
    return errorMessage;
  }

  /** The id as it was spelled; present in requests, responses and some invalid messages. */
  public @Nullable Slice id() {
    return id;
  }

  /**
   * The id, when it is a number from 0 to 2^63-1; else -1. One that is written as a fraction has
   * it, too: it shows which request is meant.
   */
  public long numericId() {
    return numericId;
  }

  /** The method of a request or notification; else empty. */
  public String method() {
    return method == null ? "" : method;
  }

  private boolean hasId() {
    return version && numericId >= 0;
  }

  /** {@code params}, whatever it is. */
  public @Nullable Slice params() {
    return params;
  }

  /** {@code result}, whatever it is. */
  public @Nullable Slice result() {
    return result;
  }

  /** {@code error}, whatever it is. */
  public @Nullable Slice error() {
    return error;
  }

  /** The fault of {@code result.content}, if it is that of a tool; empty if there is none. */
  public String contentProblem() {
    return contentProblem;
  }

  /** {@code params.name}, when it is a string. */
  public @Nullable String toolName() {
    return name;
  }

  /** {@code params.arguments}, whatever it is. */
  public @Nullable Slice arguments() {
    return arguments;
  }

  /** {@code params._meta}, whatever it is. */
  public @Nullable Slice meta() {
    return meta;
  }

  /** Whether {@code params._meta} has members beside its {@code progressToken}. */
  public boolean hasMoreMeta() {
    return moreMeta;
  }

  /** {@code params._meta.progressToken}, whatever it is. */
  public @Nullable Slice callToken() {
    return callToken;
  }

  /** {@code params.progressToken}, whatever it is. */
  public @Nullable Slice reportToken() {
    return reportToken;
  }

  /** {@code params.requestId}, whatever it is. */
  public @Nullable Slice requestId() {
    return requestId;
  }

  private void read(JsonParser parser) throws IOException {
    JsonToken first = parser.nextToken();
    if (first != JsonToken.START_OBJECT) {
      parser.skipChildren();
      expectEnd(parser);
      if (first == JsonToken.START_ARRAY) {
        kind = Kind.BATCH;
      } else {
        refuse(first == null ? PARSE_ERROR : INVALID_REQUEST, "a JSON-RPC message is an object");
      }
      return;
    }
    boolean badId = readMembers(parser);
    expectEnd(parser);
    classify(badId);
  }

  /** Reads an object that the parser has entered; true where the id is none. */
  private boolean readMembers(JsonParser parser) throws IOException {
    boolean badId = false;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String member = parser.currentName();
      parser.nextToken();
      switch (member) {
        case "jsonrpc" ->
            version =
                parser.currentToken() == JsonToken.VALUE_STRING && parser.getText().equals("2.0");
        case "id" -> badId = !readId(parser);
        case "method" -> {
          methodSeen = parser.currentToken() != JsonToken.VALUE_NULL;
          method = parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : null;
          parser.skipChildren();
        }
        case "params" -> params = readParams(parser);
        case "result" -> result = readResult(parser);
        case "error" -> error = skip(parser);
        default -> skip(parser);
      }
    }
    if (result != null && error != null && error.type() == JsonToken.VALUE_NULL) {
      error = null; // the server writes out every member
    }
    return badId;
  }

  private void classify(boolean badId) {
    if (!version) {
      if (!methodSeen && result == null && error == null) {
        numericId = -1; // a line of a log, say: its id is none of a request
      }
      refuse(INVALID_REQUEST, "\"jsonrpc\" must be \"2.0\"");
    } else if (methodSeen && method == null) {
      refuse(INVALID_REQUEST, "\"method\" must be a string");
    } else if (method != null && method.length() > MAX_METHOD_LENGTH) {
      refuse(INVALID_REQUEST, "\"method\" may have up to " + MAX_METHOD_LENGTH + " characters");
    } else if (!methodSeen && result == null && error == null) {
      refuse(INVALID_REQUEST, "a message needs a \"method\", a \"result\" or an \"error\"");
    } else if (badId && (methodSeen || error == null)) {
      refuse(
          INVALID_REQUEST,
          "\"id\" must be a string or an integer of up to " + MAX_ID_BYTES + " bytes");
    } else if (!methodSeen && id == null && error == null) {
      refuse(INVALID_REQUEST, "a \"result\" needs the \"id\" of its request");
    } else if (!methodSeen) {
      kind = Kind.RESPONSE;
    } else {
      kind = id == null ? Kind.NOTIFICATION : Kind.REQUEST;
    }
  }

  private boolean readId(JsonParser parser) throws IOException {
    JsonToken type = parser.currentToken();
    numericId = -1;
    id = null;
    if (type == JsonToken.VALUE_NUMBER_FLOAT) {
      // No id of MCP, but it shows which request is meant.
      double number = parser.getDoubleValue();
      numericId = number == Math.rint(number) && Math.abs(number) <= 1L << 53 ? (long) number : -1;
    } else if (type == JsonToken.VALUE_NUMBER_INT) {
      JsonParser.NumberType number = parser.getNumberType();
      if (number != JsonParser.NumberType.BIG_INTEGER) {
        numericId = Math.max(-1, parser.getLongValue());
      }
    }
    Slice value = skip(parser);
    if ((type == JsonToken.VALUE_NUMBER_INT || type == JsonToken.VALUE_STRING)
        && value.length() <= MAX_ID_BYTES) {
      id = value;
      return true;
    }
    return false;
  }

  private Slice readParams(JsonParser parser) throws IOException {
    name = null;
    arguments = null;
    meta = null;
    moreMeta = false;
    callToken = null;
    reportToken = null;
    requestId = null;
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return skip(parser);
    }
    int start = tokenOffset(parser);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String member = parser.currentName();
      parser.nextToken();
      switch (member) {
        case "name" -> {
          name = parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : null;
          skip(parser);
        }
        case "arguments" -> arguments = skip(parser);
        case "_meta" -> meta = readMeta(parser);
        case "progressToken" -> reportToken = skip(parser);
        case "requestId" -> requestId = skip(parser);
        default -> skip(parser);
      }
    }
    return new Slice(JsonToken.START_OBJECT, start, position(parser) - start);
  }

  private Slice readResult(JsonParser parser) throws IOException {
    contentProblem = "";
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return skip(parser);
    }
    int start = tokenOffset(parser);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean content = parser.currentName().equals("content");
      parser.nextToken();
      if (content) {
        contentProblem = ToolContent.problem(parser);
      } else {
        parser.skipChildren();
      }
    }
    return new Slice(JsonToken.START_OBJECT, start, position(parser) - start);
  }

  private Slice readMeta(JsonParser parser) throws IOException {
    callToken = null;
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return skip(parser);
    }
    int start = tokenOffset(parser);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String member = parser.currentName();
      parser.nextToken();
      Slice value = skip(parser);
      if (member.equals("progressToken")) {
        callToken = value;
      } else {
        moreMeta = true;
      }
    }
    return new Slice(JsonToken.START_OBJECT, start, position(parser) - start);
  }

  private Slice skip(JsonParser parser) throws IOException {
    return slice(parser, base);
  }

  /**
   * The value that a parser is at, which it is led past.
   *
   * @param base where in the buffer the parser began
   */
  private static Slice slice(JsonParser parser, int base) throws IOException {
    JsonToken type = parser.currentToken();
    int start = base + (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    return new Slice(type, start, base + (int) parser.currentLocation().getByteOffset() - start);
  }

  private int tokenOffset(JsonParser parser) {
    return base + (int) parser.currentTokenLocation().getByteOffset();
  }

  private int position(JsonParser parser) {
    return base + (int) parser.currentLocation().getByteOffset();
  }

  private static void expectEnd(JsonParser parser) throws IOException {
    if (parser.nextToken() != null) {
      throw new JsonParseException(parser, "more than one JSON value in a message");
    }
  }

  private void refuse(int code, String message) {
    kind = Kind.INVALID;
    errorCode = code;
    errorMessage = message;
  }

  /**
   * For an incomplete message: forgets an id that may go on, and looks for one as the last member,
   * if the end is the message's own.
   */
  private void keepId(boolean whole) {
    Slice read = id;
    if (read != null && read.offset() + read.length() >= offset + length) {
      id = null;
      numericId = -1;
    }
    if (id == null && numericId < 0 && whole) {
      Slice last = LastId.in(buffer, offset, length);
      id = last;
      if (last != null && last.type() == JsonToken.VALUE_NUMBER_INT) {
        numericId = Math.max(-1, Long.parseLong(last.text(buffer)));
      }
    }
  }

  private static String cut(String text) {
    return TextCut.shortened(text.replace('\n', ' '), LONGEST_REASON);
  }

  /** The kind and, if it has one, the id and method, for logs; never the content. */
  @Override
  public String toString() {
    return kind + " " + ForeignText.name(method()) + (id == null ? "" : " " + id.text(buffer));
  }
}
