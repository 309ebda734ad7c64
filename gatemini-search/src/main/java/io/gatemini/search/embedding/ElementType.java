package io.gatemini.search.embedding;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** The number formats of safetensors that models here are made of. */
enum ElementType {
  F64(8),
  F32(4),
  F16(2),
  BF16(2),
  I32(4),
  I8(1);

  private static final int HALF_MANTISSA_BITS = 10;
  private static final int HALF_EXPONENT_MAX = 31;
  private static final int HALF_BIAS = 15;

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  /** Bytes of one value. */
  int bytes() {
    return bytes;
  }

  /** A value as a float. */
  float read(ByteBuffer data, int i) {
    int at = i * bytes;
    return switch (this) {
      case F64 -> (float) data.getDouble(at);
      case F32 -> data.getFloat(at);
      case F16 -> halfToFloat(data.getShort(at));
      case BF16 -> Float.intBitsToFloat(data.getShort(at) << 16);
      case I32 -> data.getInt(at);
      case I8 -> data.get(at);
    };
  }

  static Optional<ElementType> named(String name) {
    return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
  }

  /** IEEE 754 binary16; the JDK has it from 20 on. */
  static float halfToFloat(short half) {
    int exponent = (half >> HALF_MANTISSA_BITS) & HALF_EXPONENT_MAX;
    int mantissa = half & ((1 << HALF_MANTISSA_BITS) - 1);
    float magnitude;
    if (exponent == HALF_EXPONENT_MAX) {
      magnitude = mantissa == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
    } else if (exponent == 0) {
      magnitude = Math.scalb((float) mantissa, 1 - HALF_BIAS - HALF_MANTISSA_BITS);
    } else {
      magnitude =
          Math.scalb(
              (float) (mantissa | (1 << HALF_MANTISSA_BITS)),
              exponent - HALF_BIAS - HALF_MANTISSA_BITS);
    }
    return half < 0 ? -magnitude : magnitude;
  }
}
