package io.gatemini.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One daemon under a client that is stopped again and again, one that does not read for a while and
 * one that floods: each gets what it asked for, once, and the others hardly feel them.
 *
 * <p>A minute; {@code -Dsoak.seconds=720} is longer. The figures are on stdout.
 */
@Tag("long")
class DaemonSoakTest extends ProxyProcesses {
  private static final long SECONDS = Long.getLong("soak.seconds", 60);

  /** Longer than a proxy waits before it asks whether its daemon lives. */
  private static final long STOPPED_SECONDS = 25;

  private static final int FLOOD = 200;
  private static final int OTHERS = 4;

  private final Map<String, Histogram> millis = new ConcurrentHashMap<>();
  private final CountDownLatch over = new CountDownLatch(1);

  DaemonSoakTest(@TempDir Path directory) throws Exception {
    super(directory);
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void servesTheOthersWhateverOneClientDoes() throws Exception {
    ProxyProcess first = start().read().shakeHands();
    assertThat(first.call("one.echo", "text", "warm")).isEqualTo("warm");
    long daemon = daemon();

    ExecutorService clients = Executors.newCachedThreadPool();
    List<Future<Integer>> running = new ArrayList<>();
    List<Callable<Integer>> work =
        new ArrayList<>(List.of(this::isStopped, this::readsLate, this::floods));
    for (int i = 0; i < OTHERS; i++) {
      String name = "c" + i;
      work.add(() -> isServed(name));
    }
    work.forEach(client -> running.add(clients.submit(client)));
    assertThat(over.await(SECONDS, TimeUnit.SECONDS)).isFalse();
    over.countDown();

    int answers = 0;
    for (Future<Integer> client : running) {
      answers += client.get(4, TimeUnit.MINUTES);
    }
    clients.shutdown();
    System.out.println(answers + " answers in " + SECONDS + " s");
    millis.forEach(
        (kind, taken) ->
            System.out.printf(
                "%s: %d, p50 %d, p99 %d, max %d ms%n",
                kind,
                taken.getTotalCount(),
                taken.getValueAtPercentile(50),
                taken.getValueAtPercentile(99),
                taken.getMaxValue()));
    assertThat(places.readPid()).as("the same daemon").isEqualTo(daemon);
    assertThat(proxies).allSatisfy(proxy -> assertThat(proxy.doubled).isEmpty());
    assertThat(millis).hasSize(3);
    assertThat(millis)
        .allSatisfy(
            (kind, taken) -> assertThat(taken.getValueAtPercentile(99)).as(kind).isLessThan(1_000));
  }

  private ProxyProcess start() throws IOException {
    return start(Proxy.Patience.USUAL);
  }

  private boolean goesOn() {
    return over.getCount() > 0;
  }

  /** One of the others. */
  private int isServed(String name) throws Exception {
    ProxyProcess client = start().read().shakeHands();
    int answers = 0;
    for (; goesOn(); answers++) {
      String text = name + "-" + answers;
      switch (answers % 4) {
        case 0 -> assertThat(timed("search", () -> search(client, text)).has("result")).isTrue();
        case 1 ->
            assertThat(timed("ping", () -> client.answer(client.begin("ping", "{}"))).has("result"))
                .isTrue();
        default ->
            assertThat(timed("call", () -> client.call("one.echo", "text", text))).isEqualTo(text);
      }
    }
    return answers;
  }

  private static JsonNode search(ProxyProcess client, String text) throws Exception {
    return client.answer(
        client.begin(
            "tools/call",
            "{\"name\":\"search_tools\",\"arguments\":{\"task_description\":\"return "
                + text
                + "\"}}"));
  }

  private <T> T timed(String kind, Callable<T> request) throws Exception {
    long start = System.nanoTime();
    T answer = request.call();
    millis
        .computeIfAbsent(kind, unused -> new SynchronizedHistogram(3))
        .recordValue(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    return answer;
  }

  /** With calls under way, as by Ctrl-Z. */
  private int isStopped() throws Exception {
    ProxyProcess client = start().read().shakeHands();
    int answers = 0;
    while (goesOn()) {
      List<Integer> open = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        open.add(client.beginCall("one.echo", Map.of("text", "stopped " + i)));
      }
      client.signal("STOP");
      boolean ends = over.await(STOPPED_SECONDS, TimeUnit.SECONDS);
      client.signal("CONT");
      for (int i = 0; i < open.size(); i++, answers++) {
        assertThat(client.text(open.get(i)))
            .as("after the end: %s", ends)
            .isEqualTo("stopped " + i);
      }
    }
    return answers;
  }

  /** Asks for more than the pipes to it hold. */
  private int readsLate() throws Exception {
    int answers = 0;
    while (goesOn()) {
      ProxyProcess client = start();
      client.beginHandshake();
      client.initialized();
      List<Integer> open = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        open.add(client.beginCall("one.line", Map.of("of", 60_000)));
      }
      boolean ends = over.await(STOPPED_SECONDS, TimeUnit.SECONDS);
      client.read();
      for (int id : open) {
        assertThat(client.text(id)).as("after the end: %s", ends).endsWith(" end");
        answers++;
      }
      client.leave();
    }
    return answers;
  }

  /** Slow calls, many more than a backend takes at a time. */
  private int floods() throws Exception {
    ProxyProcess client = start().read().shakeHands();
    Deque<Integer> open = new ArrayDeque<>();
    int answers = 0;
    while (goesOn() || !open.isEmpty()) {
      while (goesOn() && open.size() < FLOOD) {
        open.add(client.beginCall("one.sleep", Map.of("ms", 50)));
      }
      assertThat(client.text(open.remove())).isEqualTo("slept 50");
      answers++;
    }
    return answers;
  }
}
