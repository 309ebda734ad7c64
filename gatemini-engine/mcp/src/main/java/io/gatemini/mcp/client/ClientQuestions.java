package io.gatemini.mcp.client;

import io.gatemini.CallRefusedException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The open questions of a process by client: so many per client, and so many in all, beyond which
 * the client with most of them loses its newest. Thread-safe.
 */
final class ClientQuestions {
  private static final ClientQuestions OF_PROCESS = new ClientQuestions(128, 1_024);

  private final int mostOfOne;
  private final int most;

  // Guarded by this.
  private final Map<String, Deque<CompletableFuture<?>>> open = new HashMap<>();
  private int size;

  ClientQuestions(int mostOfOne, int most) {
    this.mostOfOne = mostOfOne;
    this.most = most;
  }

  static ClientQuestions ofProcess() {
    return OF_PROCESS;
  }

  /** Counts a question until it has its answer; one that is too many fails. */
  void add(String client, CompletableFuture<?> answer) {
    CompletableFuture<?> surplus = added(client, answer);
    answer.whenComplete((result, problem) -> remove(client, answer));
    if (surplus != null) {
      surplus.completeExceptionally(
          new CallRefusedException(
              "too many questions are open at this client; wait for their answers"));
    }
  }

  private synchronized @Nullable CompletableFuture<?> added(
      String client, CompletableFuture<?> answer) {
    Deque<CompletableFuture<?>> own = open.computeIfAbsent(client, name -> new ArrayDeque<>());
    own.addLast(answer);
    size++;
    if (own.size() > mostOfOne) {
      return answer;
    }
    return size <= most
        ? null
        : open.values().stream()
            .max(Comparator.comparingInt(Deque::size))
            .map(Deque::peekLast)
            .orElse(null);
  }

  private synchronized void remove(String client, CompletableFuture<?> answer) {
    Deque<CompletableFuture<?>> own = open.get(client);
    if (own != null && own.removeIf(one -> one == answer)) {
      size--;
      if (own.isEmpty()) {
        open.remove(client);
      }
    }
  }
}
