package io.gatemini.sandbox.internal.worker;

import io.gatemini.RawJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Writes the body of a frame between a gateway and a worker; {@link WireReader} reads it. */
final class WireWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

  WireWriter number(int value) {
    out.write(value >>> 24);
    out.write(value >>> 16);
    out.write(value >>> 8);
    out.write(value);
    return this;
  }

  WireWriter number(long value) {
    return number((int) (value >>> 32)).number((int) value);
  }

  WireWriter flag(boolean value) {
    out.write(value ? 1 : 0);
    return this;
  }

  WireWriter text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  WireWriter name(Enum<?> value) {
    return text(value.name());
  }

  WireWriter json(RawJson value) {
    number(value.length());
    try {
      value.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory cannot be written", e);
    }
    return this;
  }

  <T> WireWriter optional(Optional<T> value, BiConsumer<WireWriter, T> writer) {
    flag(value.isPresent());
    value.ifPresent(present -> writer.accept(this, present));
    return this;
  }

  <T> WireWriter list(List<T> values, BiConsumer<WireWriter, T> writer) {
    number(values.size());
    values.forEach(value -> writer.accept(this, value));
    return this;
  }

  private WireWriter bytes(byte[] value) {
    number(value.length);
    out.writeBytes(value);
    return this;
  }

  /** Adds the bytes of another writer. */
  WireWriter raw(byte[] written) {
    out.writeBytes(written);
    return this;
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }
}
