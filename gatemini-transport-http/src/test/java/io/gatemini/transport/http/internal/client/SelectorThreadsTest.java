package io.gatemini.transport.http.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.TestHttpServer;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The threads that read answers, with a clock that only the tests move. */
class SelectorThreadsTest {
  private final HandDriven scheduler = new HandDriven();
  private final SelectorThreads threads = new SelectorThreads(8, 10_000, scheduler);
  private final TestHttpServer server = new TestHttpServer((request, answer) -> answer.json("{}"));
  private final HttpClient client = new HttpClient(new HttpClientTransportOverHTTP(1));

  @BeforeEach
  void start() throws Exception {
    scheduler.start();
    threads.setDaemon(true);
    client.setExecutor(threads);
    client.start();
  }

  @AfterEach
  void stop() throws Exception {
    client.stop();
    server.close();
  }

  @Test
  void oneThreadReadsAllAnswersThatAreNotLate() throws Exception {
    Set<String> readers = ConcurrentHashMap.newKeySet();

    for (int i = 0; i < 100; i++) {
      ask(response -> readers.add(Thread.currentThread().getName()));
    }

    assertThat(readers).hasSize(1);
    assertThat(scheduler.tasks).hasSize(1);
  }

  @Test
  void anotherThreadReadsWhileOneIsHeldUp() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Void> first =
        send(
            response -> {
              held.countDown();
              await(release);
            });
    await(held);
    CompletableFuture<Void> second = send(response -> {});

    scheduler.fire();
    second.get(60, TimeUnit.SECONDS);

    assertThat(first).isNotDone();
    release.countDown();
    first.get(60, TimeUnit.SECONDS);
  }

  @Test
  void oneThatCameIsAwaitedAgain() throws Exception {
    Semaphore came = new Semaphore(0);
    Runnable selecting = came::release;

    for (int i = 0; i < 2; i++) {
      assertThat(threads.tryExecute(selecting)).isTrue();
      assertThat(threads.tryExecute(selecting)).isTrue();
      scheduler.fire();
      assertThat(came.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(came.availablePermits()).isZero();
  }

  @Test
  void nothingIsPromisedWhenTheClockHasStopped() throws Exception {
    scheduler.stop();

    assertThat(threads.tryExecute(() -> {})).isFalse();
  }

  private void ask(Response.BeginListener reader) throws Exception {
    send(reader).get(60, TimeUnit.SECONDS);
  }

  private CompletableFuture<Void> send(Response.BeginListener reader) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    client
        .newRequest(server.url())
        .onResponseBegin(reader)
        .send(
            new BufferingResponseListener() {
              @Override
              public void onComplete(Result result) {
                done.complete(null);
              }
            });
    return done;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Keeps what is for later until it is asked for it. */
  private static final class HandDriven extends AbstractLifeCycle implements Scheduler {
    final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    @Override
    public Task schedule(Runnable task, long delay, TimeUnit unit) {
      tasks.add(task);
      return () -> tasks.remove(task);
    }

    void fire() {
      for (Runnable task : List.copyOf(tasks)) {
        tasks.remove(task);
        task.run();
      }
    }
  }
}
