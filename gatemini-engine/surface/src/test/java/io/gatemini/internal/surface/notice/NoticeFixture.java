package io.gatemini.internal.surface.notice;

import io.gatemini.BackendChange;
import io.gatemini.BackendState;
import io.gatemini.Session;
import io.gatemini.UnknownResourceException;
import io.gatemini.internal.surface.notice.Notifications.Subscribable;
import io.gatemini.spi.Listening;
import io.gatemini.spi.SurfaceListener;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** A board whose lists the test changes, in a time that the test lets pass. */
abstract class NoticeFixture {
  static final Session ANNA = Session.of("anna");
  static final Session BORIS = Session.of("boris");

  final DrivenTime time = new DrivenTime();
  final Notifications notifications =
      new Notifications(() -> Runnable::run, () -> time, time::nanoTime);
  volatile String tools = "";

  /** Resources of which only some are unknown. */
  static final class Given implements Subscribable {
    @Override
    public void check(Session session, String uri) {
      if (uri.contains("unknown")) {
        throw new UnknownResourceException("there is no resource \"" + uri + "\"");
      }
    }

    @Override
    public void subscribe(Session session, String uri) {}

    @Override
    public void unsubscribe(String uri) {}
  }

  NoticeFixture() {
    notifications.subscribeTo(new Given());
  }

  @AfterEach
  void close() {
    notifications.close();
    time.shutdownNow();
  }

  Listening listen(SurfaceListener listener) {
    return notifications.listen(ANNA, listener);
  }

  void changeTools(String now) {
    tools = now;
    notifications.toolsChanged();
  }

  static BackendChange change(BackendState before, BackendState now, String reason) {
    return new BackendChange(
        "files", before, now, Optional.of(reason).filter(why -> !why.isEmpty()), false);
  }

  void pass(long millis) {
    time.pass(Duration.ofMillis(millis));
  }
}
