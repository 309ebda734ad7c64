package io.gatemini.internal.surface;

import io.gatemini.Session;
import io.gatemini.ToolResult;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that are under way, and whose they are. One set for all sessions: nothing is left over
 * of a session that has no open call. Thread-safe.
 */
final class OpenCalls {
  private final Set<OpenCall> open = ConcurrentHashMap.newKeySet();

  /** Keeps an answer in mind until it is there. */
  void add(Session session, CompletableFuture<ToolResult> answer) {
    OpenCall call = new OpenCall(session.id(), answer);
    open.add(call);
    CompletableFuture<ToolResult> unused = answer.whenComplete(call);
  }

  /** Cancels what a session has under way. */
  void cancel(Session session) {
    for (OpenCall call : open) {
      if (call.sessionId.equals(session.id())) {
        call.answer.cancel(true);
      }
    }
  }

  int size() {
    return open.size();
  }

  private final class OpenCall implements BiConsumer<@Nullable ToolResult, @Nullable Throwable> {
    private final String sessionId;
    private final CompletableFuture<ToolResult> answer;

    OpenCall(String sessionId, CompletableFuture<ToolResult> answer) {
      this.sessionId = sessionId;
      this.answer = answer;
    }

    @Override
    public void accept(@Nullable ToolResult result, @Nullable Throwable failure) {
      open.remove(this);
    }
  }
}
