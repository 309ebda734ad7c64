package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaTypes.LuaThread;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A coroutine: frames on the heap, and where its results go. */
final class Coroutine extends LuaThread implements Holder {
  /** Lua's own limit is a million stack slots, which is about as many frames. */
  static final int MAX_DEPTH = 199_990;

  /** The charge for a coroutine, without its frames. */
  static final int COROUTINE_BYTES = 200;

  // Further frames for the handler of a stack overflow.
  private static final int EXTRA_DEPTH = 200;

  enum Status {
    SUSPENDED,
    RUNNING,
    NORMAL,
    DEAD
  }

  final Frame bottom = new Frame(null);
  Frame top = bottom;
  Status status = Status.SUSPENDED;
  private int depth;
  private int limit = MAX_DEPTH;

  /** The function to start with, until it is started. */
  @Nullable Object body;

  @Nullable Coroutine resumer;

  /** Whether errors go on in the resumer, as {@code coroutine.wrap} has it. */
  boolean wrapped;

  /** Whether it is being closed, so that no pcall in it keeps the error. */
  boolean closing;

  /** The error it died of, for the first {@code coroutine.close} after it. */
  @Nullable LuaError failure;

  /** How many calls of builtins back into Lua are on its stack. */
  int javaCalls;

  /** Where the values of the next resumption or of the end go. */
  Frame.Return mode = Frame.Return.RESULTS;

  int target;
  int wanted;

  Frame push(Meter meter, Frame.Kind kind, Frame.Return mode, int target, int wanted) {
    if (depth >= limit) {
      limit = MAX_DEPTH + EXTRA_DEPTH;
      throw LuaError.runtime("stack overflow");
    }
    depth++;
    Frame below = top;
    Frame frame = below.next;
    if (frame == null) {
      meter.allocate(Frame.FRAME_BYTES);
      frame = new Frame(below);
      below.next = frame;
    }
    frame.reset(kind, mode, target, wanted);
    top = frame;
    return frame;
  }

  /** Drops the top frame; returns the one below. */
  Frame pop() {
    Frame popped = top;
    popped.clear();
    if (--depth < MAX_DEPTH) {
      limit = MAX_DEPTH;
    }
    // The bottom of a coroutine is not a call.
    top = Objects.requireNonNull(popped.previous);
    return top;
  }

  @Override
  public long show(Visitor visitor) {
    visitor.accept(body);
    showValue(failure, visitor);
    long bytes = COROUTINE_BYTES;
    for (Frame frame = bottom; frame != null; frame = frame.next) {
      bytes += frame.show(visitor);
      showValue(frame.passing, visitor);
    }
    return bytes;
  }

  private static void showValue(@Nullable LuaError error, Visitor visitor) {
    if (error != null) {
      visitor.accept(error.value());
    }
  }
}
