package io.gatemini.sandbox.internal.worker;

import io.gatemini.RawJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the body of a frame.
 *
 * <p>Every method throws {@link WorkerProtocolException} when the body is not what it should be.
 */
final class WireReader {
  private final byte[] body;
  private int position;

  WireReader(byte[] body) {
    this.body = body;
  }

  int number() {
    return ByteBuffer.wrap(body).getInt(skip(Integer.BYTES));
  }

  long longNumber() {
    return ByteBuffer.wrap(body).getLong(skip(Long.BYTES));
  }

  boolean flag() {
    return body[skip(1)] != 0;
  }

  String text() {
    int length = number();
    return new String(body, skip(length), length, StandardCharsets.UTF_8);
  }

  RawJson json() {
    int length = number();
    return RawJson.copyOf(body, skip(length), length);
  }

  <T> Optional<T> optional(Function<WireReader, T> reader) {
    return flag() ? Optional.of(reader.apply(this)) : Optional.empty();
  }

  <T> List<T> list(Function<WireReader, T> reader) {
    int size = number();
    if (size < 0 || size > body.length - position) {
      throw new WorkerProtocolException("a list of " + size + " elements");
    }
    List<T> values = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      values.add(reader.apply(this));
    }
    return values;
  }

  <E extends Enum<E>> E oneOf(Class<E> type) {
    String name = text();
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw new WorkerProtocolException("there is no " + type.getSimpleName() + " of that name");
    }
  }

  private int skip(int length) {
    if (length < 0 || length > body.length - position) {
      throw new WorkerProtocolException(
          "a frame of " + body.length + " bytes ends before its content does");
    }
    int start = position;
    position += length;
    return start;
  }
}
