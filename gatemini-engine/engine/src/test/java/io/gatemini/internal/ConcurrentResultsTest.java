package io.gatemini.internal;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.UnknownResultException;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Answers of many sessions at once, in a store that has no room for all of them. */
class ConcurrentResultsTest {
  private static final int SESSIONS = 16;
  private static final int ANSWERS = 40;
  private static final int ANSWER_BYTES = 30_000;

  /** Each reads what it got so many answers ago: more than there is room for, of all together. */
  private static final int BEHIND = 2;

  @Test
  void keepsEachSessionToItsOwnAndTellsWhatHadToGo() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
    try (Gateway gateway =
        TestGateway.builder()
            .outputConfig(output -> output.maxStoredBytes(40L * ANSWER_BYTES))
            .backend(
                "a",
                BackendConfig.inProcess()
                    .tool("text", "T.", "{}", args -> text(args.path("who").asText())))
            .build()) {
      CyclicBarrier round = new CyclicBarrier(SESSIONS);
      List<Future<Integer>> readBack = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        Session session = Session.of("s" + i);
        readBack.add(threads.submit(() -> readBack(gateway, session, round)));
      }

      int all = 0;
      for (Future<Integer> count : readBack) {
        all += count.get(60, TimeUnit.SECONDS);
      }
      assertThat(all).isPositive().isLessThan(SESSIONS * ANSWERS);
    } finally {
      threads.shutdownNow();
    }
  }

  /** How many answers were still kept when they were read; the others said that they had to go. */
  private static int readBack(Gateway gateway, Session session, CyclicBarrier round)
      throws Exception {
    int kept = 0;
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < ANSWERS; i++) {
      String who = session.id() + "-" + i;
      ChainResult answer =
          gateway.run(
              ChainRequest.of("await a.text({\"who\": \"" + who + "\"})")
                  .withSession(session)
                  .withMaxOutputBytes(3_000));
      ids.add(answer.resultId().orElseThrow());
      round.await(60, TimeUnit.SECONDS);
      int read = Math.max(0, i - BEHIND);
      String id = ids.get(read);
      assertThat(answer.text()).contains(who);
      assertThat(answer.bytesReturned()).isLessThanOrEqualTo(3_000);
      assertThrown(UnknownResultException.class, () -> gateway.result(id, Session.of("another")))
          .hasMessageContaining("is kept for this session");
      try {
        assertThat(gateway.result(id, session).text()).isEqualTo(text(session.id() + "-" + read));
        kept++;
      } catch (UnknownResultException e) {
        assertThat(e).hasMessageContaining("when newer results needed its room");
      }
      round.await(60, TimeUnit.SECONDS);
    }
    return kept;
  }

  private static String text(String who) {
    String line = "a line for " + who + "\n";
    return line.repeat(ANSWER_BYTES / line.length());
  }
}
