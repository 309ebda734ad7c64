package io.gatemini.internal.surface.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Session;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.surface.FixtureGateway;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The board under many threads, in real time. */
class NoticeRacesTest {
  private static final int THREADS = 4;

  private final FixtureGateway context = new FixtureGateway(CatalogFixture.of(1));
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Notifications notifications = new Notifications(context);
  private final AtomicLong state = new AtomicLong();

  NoticeRacesTest() {
    notifications.subscribeTo(new NoticeFixture.Given());
  }

  @AfterEach
  void close() {
    notifications.close();
    threads.shutdownNow();
    context.close();
  }

  @Tag("long")
  @Test
  void theLastOfThousandsOfChangesIsAnnouncedAtTheStatedRate() {
    long started = System.nanoTime();
    AtomicLong tools = new AtomicLong(-1);
    AtomicLong stats = new AtomicLong(-1);
    AtomicInteger told = new AtomicInteger();
    AtomicInteger updated = new AtomicInteger();
    Listening listening =
        notifications.listen(
            Session.local(),
            new SurfaceListener() {
              @Override
              public void toolsChanged() {
                tools.set(state.get());
                told.incrementAndGet();
              }

              @Override
              public void resourceUpdated(String uri) {
                stats.set(state.get());
                updated.incrementAndGet();
              }
            });
    listening.subscribe("gatemini://stats");

    together(
        () -> {
          while (System.nanoTime() - started < Duration.ofMillis(2_500).toNanos()) {
            for (int i = 0; i < 1_000; i++) {
              state.incrementAndGet();
              notifications.toolsChanged();
              notifications.called();
            }
          }
        });

    await().until(() -> tools.get() == state.get() && stats.get() == state.get());
    long seconds = Duration.ofNanos(System.nanoTime() - started).toSeconds();
    assertThat(state.get()).isGreaterThan(1_000);
    assertThat(told.get()).isBetween(1, (int) seconds + 2);
    assertThat(updated.get()).isBetween(1, (int) seconds + 2);
  }

  @Test
  void whoSubscribesUnsubscribesAndLeavesAtAnyMomentHearsNothingAfterwards() {
    List<AtomicInteger> late = new ArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> news =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                state.incrementAndGet();
                notifications.toolsChanged();
                notifications.called();
                notifications.source().updated("host://a");
                notifications.callRefused(Session.local(), "a.b", "refused");
              }
            },
            threadOfItsOwn());
    Heard staying = new Heard();
    Listening last = notifications.listen(Session.local(), staying);
    last.subscribe("host://a");

    long started = System.nanoTime();
    together(
        () -> {
          while (System.nanoTime() - started < Duration.ofMillis(1_500).toNanos()) {
            AtomicBoolean closed = new AtomicBoolean();
            AtomicInteger afterwards = new AtomicInteger();
            Listening listening =
                notifications.listen(Session.local(), new Late(closed, afterwards));
            listening.logLevel(LogLevel.DEBUG);
            CompletableFuture<Void> other =
                CompletableFuture.runAsync(() -> listening.subscribe("host://a"), threadOfItsOwn());
            listening.subscribe("gatemini://stats");
            listening.unsubscribe("host://a");
            listening.close();
            closed.set(true);
            other.join();
            synchronized (late) {
              late.add(afterwards);
            }
          }
        });
    over.set(true);
    news.join();

    await().until(() -> !staying.updated.isEmpty() && staying.tools.get() > 0);
    last.close();
    // Only work that was under way when a client closed may end after that.
    assertThat(late).isNotEmpty().allMatch(heard -> heard.get() <= 1);
  }

  /** One that is not waited for by those that wait. */
  private static java.util.concurrent.Executor threadOfItsOwn() {
    return work -> {
      Thread thread = new Thread(work);
      thread.setDaemon(true);
      thread.start();
    };
  }

  private record Late(AtomicBoolean closed, AtomicInteger afterwards) implements SurfaceListener {
    @Override
    public void toolsChanged() {
      heard();
    }

    @Override
    public void resourceUpdated(String uri) {
      heard();
    }

    @Override
    public void logged(LogMessage message) {
      heard();
    }

    private void heard() {
      if (closed.get()) {
        afterwards.incrementAndGet();
      }
    }
  }

  @Test
  void anExecutorThatIsBusyIsAskedAgain() {
    AtomicInteger refused = new AtomicInteger();
    Notifications patient =
        new Notifications(
            () ->
                work -> {
                  if (refused.getAndIncrement() == 0) {
                    throw new RejectedExecutionException("busy");
                  }
                  work.run();
                },
            context::scheduler,
            System::nanoTime);
    patient.subscribeTo(new NoticeFixture.Given());
    Heard heard = new Heard();
    patient.listen(Session.local(), heard);

    state.incrementAndGet();
    patient.toolsChanged();

    await().until(() -> heard.tools.get() == 1);
    assertThat(refused).hasValueGreaterThan(1);
    patient.close();
  }

  @Test
  void whoTellsTheBoardNeverWaitsForAListener() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    notifications.listen(
        Session.local(),
        new SurfaceListener() {
          @Override
          public void logged(LogMessage message) {
            entered.countDown();
            Patience.hold(leave);
          }
        });
    notifications.callRefused(Session.local(), "a.b", "refused");
    entered.await();

    for (int i = 0; i < 1_000; i++) {
      notifications.callRefused(Session.local(), "a.b", "refused");
      notifications.toolsChanged();
    }

    Heard other = new Heard();
    notifications.listen(Session.local(), other);
    state.incrementAndGet();
    notifications.toolsChanged();
    leave.countDown();
    await().until(() -> other.tools.get() == 1);
  }

  @Tag("long")
  @Test
  void aClientThatIsStuckHoldsUpNobodyAndHearsOnceWhatItMissed() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    Heard afterwards = new Heard();
    ExecutorService many = Executors.newCachedThreadPool();
    Notifications notifications =
        new Notifications(() -> many, context::scheduler, System::nanoTime);
    notifications.subscribeTo(new NoticeFixture.Given());
    Listening stuck =
        notifications.listen(
            Session.of("stuck"),
            new SurfaceListener() {
              @Override
              public void toolsChanged() {
                entered.countDown();
                Patience.hold(leave);
              }

              @Override
              public void resourceUpdated(String uri) {
                afterwards.resourceUpdated(uri);
              }

              @Override
              public void logged(LogMessage message) {
                afterwards.logged(message);
              }
            });
    stuck.subscribe("host://a");
    Heard other = new Heard();
    notifications.listen(Session.of("other"), other).subscribe("host://a");
    state.incrementAndGet();
    notifications.toolsChanged();
    entered.await();

    for (int i = 1; i <= 3; i++) {
      int heard = i;
      for (int j = 0; j < 100; j++) {
        notifications.callRefused(Session.of("stuck"), "a.b", "refused");
      }
      notifications.source().updated("host://a");
      await().until(() -> other.updated.size() == heard);
    }

    assertThat(other.tools).hasValue(1);
    leave.countDown();
    await().until(() -> !afterwards.updated.isEmpty());
    assertThat(afterwards.updated).hasSize(1);
    assertThat(afterwards.lines).hasSizeLessThanOrEqualTo(LogLines.BURST + 1);
    notifications.close();
    many.shutdown();
  }

  private void together(Runnable work) {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      all.add(CompletableFuture.runAsync(work, threads));
    }
    all.forEach(CompletableFuture::join);
  }
}
