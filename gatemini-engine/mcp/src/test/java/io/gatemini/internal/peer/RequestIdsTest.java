package io.gatemini.internal.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.MessageMemory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A peer may use an id again as soon as it has the answer. */
class RequestIdsTest {
  private static final JsonRpcMessage MESSAGE =
      JsonRpcMessage.of(
          "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\"}".getBytes(StandardCharsets.UTF_8));

  private final OpenRequests open = new OpenRequests(MessageMemory.unbounded(), () -> {});

  @AutoClose("shutdownNow")
  private final ExecutorService worker = Executors.newSingleThreadExecutor();

  private final AtomicReference<@Nullable String> answer = new AtomicReference<>();

  @Test
  void areFreeWithTheAnswer() {
    for (int i = 0; i < 100_000; i++) {
      CompletableFuture<String> work = new CompletableFuture<>();
      new Request().begin(() -> work);
      worker.execute(() -> work.complete("done"));

      assertThat(nextAnswer()).contains("result");
    }
  }

  /** Looks without a pause, so that the next request meets the end of this one. */
  private String nextAnswer() {
    while (true) {
      String next = answer.getAndSet(null);
      if (next != null) {
        return next;
      }
      Thread.onSpinWait();
    }
  }

  private final class Request extends OpenRequest<String> {
    Request() {
      super(
          MESSAGE, Reply.to(bytes -> answer.set(new String(bytes, StandardCharsets.UTF_8))), open);
    }

    @Override
    protected RawJson json(String result) {
      return RawJson.parse("{}");
    }

    @Override
    protected byte[] failure(byte[] id, @Nullable Throwable problem) {
      return JsonRpcMessages.error(id, JsonRpcMessage.INTERNAL_ERROR, "failed");
    }
  }
}
