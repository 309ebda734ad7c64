package io.gatemini.internal.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.WordAnalyzer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CaffeineResultStoreTest {
  private static final Session SESSION = Session.of("one");

  private final Context context = new Context();
  private final ResultStore store =
      new CaffeineResultStore(100_000, Duration.ofMinutes(30), context);

  @AfterEach
  void close() {
    context.scheduler.shutdownNow();
  }

  @Test
  void givesAResultToTheSessionThatPutIt() {
    String id = store.put(SESSION, RawJson.parse("[1]")).orElseThrow();

    assertThat(id).matches("[a-z2-7]{10}");
    assertThat(store.get(Session.of("one"), id)).contains(RawJson.parse("[1]"));
    assertThat(store.get(Session.of("another"), id)).isEmpty();
    assertThat(store.get(SESSION, "aaaaaaaaaa")).isEmpty();
  }

  @Test
  void forgetsAResultWhenItsTimeIsOver() {
    String id = store.put(SESSION, RawJson.parse("[1]")).orElseThrow();

    context.now = context.now.plus(Duration.ofMinutes(29));
    assertThat(store.get(SESSION, id)).isPresent();
    context.now = context.now.plus(Duration.ofMinutes(2));
    assertThat(store.get(SESSION, id)).isEmpty();
  }

  /** A cache that judges by use would refuse new results once old ones have been read often. */
  @Test
  void keepsTheNewestWithinItsBytesHoweverOftenOldOnesAreRead() {
    RawJson tenth = RawJson.parse("\"" + "x".repeat(9_000) + "\"");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      context.now = context.now.plusMillis(1);
      ids.add(store.put(SESSION, tenth).orElseThrow());
      for (String id : ids) {
        store.get(SESSION, id);
      }

      assertThat(ids.subList(Math.max(0, ids.size() - 10), ids.size()))
          .allMatch(id -> store.get(SESSION, id).isPresent());
    }
    assertThat(ids.stream().filter(id -> store.get(SESSION, id).isPresent())).hasSize(10);
    assertThat(new HashSet<>(ids)).hasSize(100);
  }

  @Test
  void keepsNothingThatIsLargerThanAllItMayKeep() {
    assertThat(store.put(SESSION, RawJson.parse("\"" + "x".repeat(100_000) + "\""))).isEmpty();
  }

  private static final class Context extends Clock implements PluginContext {
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private Instant now = Instant.EPOCH;

    @Override
    public Executor executor() {
      return Runnable::run;
    }

    @Override
    public ScheduledExecutorService scheduler() {
      return scheduler;
    }

    @Override
    public Clock clock() {
      return this;
    }

    @Override
    public TextAnalyzer textAnalyzer() {
      return new WordAnalyzer();
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
