package io.gatemini.sandbox.internal.lua.value;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that several programs may hold together. Thread-safe. */
public final class MemoryBudget {
  private final long maxBytes;
  private final AtomicLong reserved = new AtomicLong();

  public MemoryBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  public long maxBytes() {
    return maxBytes;
  }

  public long reservedBytes() {
    return reserved.get();
  }

  /** Reserves so many more bytes, or gives back a negative number of them; false without room. */
  boolean reserve(long bytes) {
    if (reserved.addAndGet(bytes) <= maxBytes || bytes <= 0) {
      return true;
    }
    reserved.addAndGet(-bytes);
    return false;
  }
}
