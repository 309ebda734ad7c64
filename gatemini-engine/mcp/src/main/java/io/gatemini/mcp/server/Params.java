package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request, or an object in them. A wrong member is an {@link
 * InvalidArgumentsException} that names it. Texts are well-formed.
 */
final class Params {
  private final String path;
  private final JsonNode members;

  private Params(String path, JsonNode members) {
    this.path = path;
    this.members = members;
  }

  /** Reads what a message has; a message may have none. */
  static Params read(@Nullable Slice params, byte[] buffer) {
    if (params == null) {
      return new Params("", JsonNodeFactory.instance.objectNode());
    }
    if (!params.isObject()) {
      throw new InvalidArgumentsException("\"params\" must be an object");
    }
    try {
      return new Params("", JsonValues.parse(buffer, params.offset(), params.length()));
    } catch (IOException e) {
      throw new InvalidArgumentsException("\"params\" cannot be read");
    }
  }

  /**
   * A text that must be there.
   *
   * @param meaning its meaning, for the message when it is missing
   */
  String text(String name, String meaning) {
    String text = members.path(name).textValue();
    if (text == null) {
      throw new InvalidArgumentsException(quoted(name) + " must be a string: " + meaning);
    }
    return ForeignText.wellFormed(text);
  }

  /** A text that may be absent, or null, which is the same. */
  Optional<String> optionalText(String name, String meaning) {
    return has(name) ? Optional.of(text(name, meaning)) : Optional.empty();
  }

  /** An object that must be there. */
  Params object(String name, String meaning) {
    JsonNode object = members.path(name);
    if (!object.isObject()) {
      throw new InvalidArgumentsException(quoted(name) + " must be an object: " + meaning);
    }
    return new Params(path + name + ".", object);
  }

  /** An object that may be absent, or null. */
  Optional<Params> optionalObject(String name, String meaning) {
    return has(name) ? Optional.of(object(name, meaning)) : Optional.empty();
  }

  /** An object of texts, in their order; empty when it is absent, or null. */
  Map<String, String> texts(String name, String meaning) {
    Map<String, String> texts = new LinkedHashMap<>();
    optionalObject(name, meaning)
        .ifPresent(
            object ->
                object
                    .members
                    .fieldNames()
                    .forEachRemaining(
                        key ->
                            texts.put(
                                ForeignText.wellFormed(key),
                                object.text(key, "all values are texts"))));
    return texts;
  }

  /** All of them. */
  JsonNode tree() {
    return members;
  }

  /** The address that the request is about, where it has one. */
  @Nullable String uri() {
    String uri = members.path("uri").textValue();
    return uri == null ? null : ForeignText.wellFormed(uri);
  }

  /** The member as a client finds it again in what it sent. */
  String quoted(String name) {
    return '"' + ForeignText.name(path + name) + '"';
  }

  private boolean has(String name) {
    return members.hasNonNull(name);
  }
}
