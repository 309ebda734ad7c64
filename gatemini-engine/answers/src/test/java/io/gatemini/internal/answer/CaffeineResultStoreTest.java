package io.gatemini.internal.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gatemini.RawJson;
import io.gatemini.UnknownResultException;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStore.Lookup;
import io.gatemini.testing.ResultStoreContract;
import io.gatemini.testing.SettableClock;
import io.gatemini.testing.TestContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CaffeineResultStoreTest extends ResultStoreContract {
  private static final String OWNER = "one";

  private final SettableClock clock = new SettableClock(Instant.EPOCH);
  @AutoClose private final TestContext context = new TestContext().withClock(clock);
  private final ResultStore store =
      new CaffeineResultStore(100_000, Duration.ofMinutes(30), context);

  @Override
  protected ResultStore store() {
    return store;
  }

  @Test
  void givesAResultToTheSessionThatPutIt() {
    String id = store.put(OWNER, RawJson.parse("[1]")).orElseThrow();

    assertThat(id).matches("[a-z2-7]{10}");
    assertThat(guarded().get("one", id)).isEqualTo(RawJson.parse("[1]"));
  }

  @Test
  void givesClientsThatNothingElseKeepsApartLongerIds() {
    assertThat(store.put("http-anonymous", RawJson.parse("[1]")).orElseThrow())
        .matches("[a-z2-7]{26}");
  }

  /** A guessed id reveals nothing, not even that a result is gone. */
  @Test
  void answersAnotherSessionsIdLikeOneThatNeverWas() {
    String id = store.put(OWNER, RawJson.parse("[1]")).orElseThrow();
    String another = "another";

    assertThat(store.find(another, id)).isEqualTo(new Lookup.Unknown());
    assertThat(problem(another, id))
        .isEqualTo(problem(another, "aaaaaaaaaa").replace("aaaaaaaaaa", id));
    clock.advance(Duration.ofMinutes(31));
    assertThat(store.find(another, id)).isEqualTo(new Lookup.Unknown());
  }

  @Test
  void keepsEveryByteAsItWas() {
    byte[] original = "{ \"a\" :\n\t1.0,\r\n \"a\":\"\\u00e9\" }\n".getBytes(UTF_8);

    String id = store.put(OWNER, RawJson.wrap(original)).orElseThrow();

    assertThat(guarded().get(OWNER, id).toByteArray()).isEqualTo(original);
  }

  @Test
  void tellsWhenTheTimeOfAResultWasOver() {
    String id = store.put(OWNER, RawJson.parse("[1]")).orElseThrow();

    clock.advance(Duration.ofMinutes(29));
    assertThat(store.find(OWNER, id)).isInstanceOf(Lookup.Found.class);
    clock.advance(Duration.ofMinutes(60));
    assertThat(store.find(OWNER, id))
        .isEqualTo(
            new Lookup.Expired(Instant.EPOCH.plus(Duration.ofMinutes(30)), Duration.ofMinutes(30)));
    assertThat(problem(OWNER, id))
        .isEqualTo(
            "result \"%s\" expired at 1970-01-01T00:30:00Z, 30 minutes after it was made; run the"
                + " same code again with call_tool_chain to get it again",
            id);
  }

  /** A cache that judges by use would refuse new results once old ones have been read often. */
  @Test
  void keepsTheNewestWithinItsBytesHoweverOftenOldOnesAreRead() {
    RawJson tenth = RawJson.parse("\"" + "x".repeat(9_000) + "\"");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      clock.advance(Duration.ofMillis(1));
      ids.add(store.put(OWNER, tenth).orElseThrow());
      for (String id : ids) {
        store.find(OWNER, id);
      }

      assertThat(ids.subList(Math.max(0, ids.size() - 10), ids.size())).allMatch(this::isKept);
    }
    assertThat(ids.stream().filter(this::isKept)).hasSize(10);
    assertThat(new HashSet<>(ids)).hasSize(100);
    assertThat(store.find(OWNER, ids.get(89)))
        .isEqualTo(new Lookup.MadeRoom(Instant.EPOCH.plusMillis(100)));
    assertThat(problem(OWNER, ids.get(0)))
        .contains("expired at 1970-01-01T00:00:00Z, when newer results needed its room; run");
  }

  @Test
  void boundsTinyResultsToo() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      ids.add(store.put(OWNER, RawJson.wrap(new byte[] {'1'})).orElseThrow());
    }

    assertThat(ids.stream().filter(this::isKept).count()).isBetween(300L, 400L);
    assertThat(ids.stream().filter(id -> store.find(OWNER, id) instanceof Lookup.MadeRoom))
        .as("of how many that are gone it is still known that they were")
        .hasSize(1_000);
    assertThat(store.find(OWNER, ids.get(0))).isEqualTo(new Lookup.Unknown());
  }

  @Test
  void keepsNothingThatIsLargerThanAllItMayKeep() {
    String small = store.put(OWNER, RawJson.parse("[1]")).orElseThrow();

    assertThat(store.put(OWNER, RawJson.parse("\"" + "x".repeat(100_000) + "\""))).isEmpty();
    assertThat(isKept(small)).isTrue();
    assertThat(
            new CaffeineResultStore(0, Duration.ofMinutes(1), context)
                .put(OWNER, RawJson.parse("1")))
        .isEmpty();
  }

  @Test
  void letsGoOfWhatASessionHas() {
    String gone = store.put(OWNER, RawJson.parse("[1]")).orElseThrow();
    String others = store.put("two", RawJson.parse("[2]")).orElseThrow();

    store.forget(OWNER);

    assertThat(store.find(OWNER, gone)).isEqualTo(new Lookup.Unknown());
    assertThat(guarded().get("two", others)).hasToString("[2]");
  }

  @Test
  void showsALongIdShortened() {
    assertThat(problem(OWNER, "x".repeat(10_000) + "\n"))
        .isEqualTo(
            "no result \"%s...\" is kept for this session; shortened answers contain their ids",
            "x".repeat(40));
  }

  @Test
  void keepsItsBoundsWhileManyPutAndReadAndLeave() throws Exception {
    RawJson twentieth = RawJson.parse("\"" + "x".repeat(4_700) + "\"");
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<List<String>>> work = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      String own = "session " + t;
      boolean leaves = t % 2 == 1;
      work.add(
          threads.submit(
              () -> {
                List<String> ids = new ArrayList<>();
                for (int i = 0; i < 2_000; i++) {
                  ids.add(store.put(own, twentieth).orElseThrow());
                  String id = ids.get(i / 2);
                  if (store.find(own, id) instanceof Lookup.Found found) {
                    assertThat(found.result().length()).isEqualTo(twentieth.length());
                  }
                  assertThat(store.find("none", id)).isEqualTo(new Lookup.Unknown());
                  if (leaves && i % 100 == 99) {
                    store.forget(own);
                    assertThat(store.find(own, ids.get(i))).isEqualTo(new Lookup.Unknown());
                  }
                }
                return ids;
              }));
    }
    threads.shutdown();

    List<List<String>> all = new ArrayList<>();
    for (Future<List<String>> one : work) {
      all.add(one.get(60, TimeUnit.SECONDS));
    }
    long found = 0;
    for (int t = 0; t < 8; t++) {
      String own = "session " + t;
      found +=
          all.get(t).stream().filter(id -> store.find(own, id) instanceof Lookup.Found).count();
    }
    assertThat(found).isLessThanOrEqualTo(20);
    clock.advance(Duration.ofMillis(1));
    for (int i = 0; i < 20; i++) {
      all.get(0).add(store.put(OWNER, twentieth).orElseThrow());
    }
    assertThat(all.get(0).stream().filter(this::isKept)).hasSize(20);
  }

  private boolean isKept(String id) {
    return store.find(OWNER, id) instanceof Lookup.Found;
  }

  private GuardedResultStore guarded() {
    return new GuardedResultStore(store, false, Long.MAX_VALUE, "call_tool_chain");
  }

  private String problem(String session, String id) {
    return String.valueOf(
        catchThrowableOfType(UnknownResultException.class, () -> guarded().get(session, id))
            .getMessage());
  }
}
