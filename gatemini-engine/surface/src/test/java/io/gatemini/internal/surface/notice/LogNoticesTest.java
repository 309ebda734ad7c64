package io.gatemini.internal.surface.notice;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendChange;
import io.gatemini.BackendState;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogNoticesTest extends NoticeFixture {
  private final Heard heard = new Heard();

  @Test
  void eachClientHearsFromItsOwnLevelOn() {
    Heard all = new Heard();
    Heard errors = new Heard();
    listen(heard);
    listen(all).logLevel(LogLevel.DEBUG);
    listen(errors).logLevel(LogLevel.ERROR);

    notifications.backendChanged(change(BackendState.STARTING, BackendState.STARTING, ""));
    notifications.backendChanged(change(BackendState.STARTING, BackendState.HEALTHY, ""));
    notifications.toolsReloaded("files", 3);
    notifications.backendChanged(change(BackendState.HEALTHY, BackendState.STARTING, "it exited"));
    notifications.backendChanged(change(BackendState.STARTING, BackendState.STARTING, "it exited"));
    notifications.backendChanged(change(BackendState.STARTING, BackendState.HEALTHY, "it exited"));
    notifications.backendChanged(change(BackendState.HEALTHY, BackendState.UNHEALTHY, "no answer"));
    notifications.backendChanged(change(BackendState.UNHEALTHY, BackendState.STOPPED, "no answer"));
    notifications.backendChanged(
        new BackendChange(
            "files", BackendState.STARTING, BackendState.STOPPED, Optional.of("again"), true));
    pass(100);

    assertThat(all.texts())
        .containsExactly(
            "DEBUG gatemini.backend backend \"files\" is starting",
            "INFO gatemini.backend backend \"files\" is healthy",
            "INFO gatemini.catalog backend \"files\" has other tools now, 3 in all",
            "WARNING gatemini.backend backend \"files\" is down and is started again: it exited",
            "DEBUG gatemini.backend backend \"files\" is starting: it exited",
            "NOTICE gatemini.backend backend \"files\" is healthy again",
            "WARNING gatemini.backend backend \"files\" is unhealthy: no answer",
            "WARNING gatemini.backend backend \"files\" is stopped: no answer",
            "ERROR gatemini.backend backend \"files\" is stopped: again");
    assertThat(heard.texts())
        .isEqualTo(all.texts().stream().filter(it -> it.matches("(WARNING|ERROR).*")).toList());
    assertThat(errors.texts()).hasSize(1);
    assertThat(all.lines.get(3).data().toString())
        .isEqualTo(
            "{\"message\":\"backend \\\"files\\\" is down and is started again: it exited\","
                + "\"backend\":\"files\",\"state\":\"Starting\",\"reason\":\"it exited\"}");
  }

  @Test
  void aBackendThatStopsForOneReasonAgainAndAgainIsNewsOnce() {
    listen(heard);

    for (int i = 0; i < 3; i++) {
      notifications.backendChanged(change(BackendState.STARTING, BackendState.STOPPED, "no file"));
      notifications.backendChanged(change(BackendState.STOPPED, BackendState.STARTING, "no file"));
    }
    notifications.backendChanged(change(BackendState.STARTING, BackendState.STOPPED, "no licence"));
    notifications.backendChanged(change(BackendState.STOPPED, BackendState.HEALTHY, "no licence"));
    notifications.backendChanged(change(BackendState.STARTING, BackendState.STOPPED, "no licence"));
    pass(100);

    assertThat(heard.texts())
        .containsExactly(
            "WARNING gatemini.backend backend \"files\" is stopped: no file",
            "WARNING gatemini.backend backend \"files\" is stopped: no licence",
            "WARNING gatemini.backend backend \"files\" is stopped: no licence");
  }

  @Test
  void nobodyHearsWhatAnotherSessionWasRefused() {
    Heard other = new Heard();
    listen(heard);
    notifications.listen(BORIS, other).logLevel(LogLevel.DEBUG);

    notifications.callRefused(ANNA.withClient("client", "1"), "files.write", "it may write");
    notifications.registrationRefused(ANNA, "new", "not allowed");
    pass(100);

    assertThat(heard.texts())
        .containsExactly(
            "WARNING gatemini.policy a call was refused: it may write",
            "WARNING gatemini.policy registering or removing \"new\" was refused: not allowed");
    assertThat(heard.lines.get(0).data().get("tool").asText()).isEqualTo("files.write");
    assertThat(other.lines).isEmpty();
  }

  @Test
  void textOfStrangersIsVisibleAndShort() {
    listen(heard);

    notifications.backendChanged(
        change(
            BackendState.HEALTHY,
            BackendState.UNHEALTHY,
            "it \u001b[31mfailed\u202e\n" + "x".repeat(10_000)));
    pass(100);

    LogMessage line = heard.lines.get(0);
    assertThat(line.data().get("reason").asText())
        .startsWith("it failed xxx")
        .hasSize(LogEntries.MAX_TEXT + 3);
    assertThat(line.data().get("message").asText()).hasSizeLessThan(LogEntries.MAX_TEXT + 100);
  }

  @Test
  void tellsHowManyLinesOfAFloodWereLeftOut() {
    listen(heard);

    for (int i = 0; i < 1_000; i++) {
      refuse(i);
    }
    pass(60_000);

    assertThat(heard.lines).hasSize(LogLines.BURST + 1);
    assertThat(heard.texts().get(LogLines.BURST))
        .isEqualTo("WARNING gatemini.log 980 messages were left out");
    assertThat(time.waiting()).isZero();
  }

  @Test
  void aFloodWithoutAnEndIsFiveLinesASecondAndACountEveryFive() {
    listen(heard);

    for (int i = 0; i < 10_000; i++) {
      refuse(i);
      pass(1);
    }
    pass(10_000);

    // 20 at once, 5 a second for 10 s; counts after 1, 6 and 11 s.
    assertThat(heard.lines).hasSizeBetween(70, 75);
    int leftOut = 0;
    int told = 0;
    for (LogMessage line : heard.lines) {
      int count = line.data().path("left_out").asInt();
      leftOut += count;
      told += count == 0 ? 1 : 0;
    }
    assertThat(leftOut + told).isEqualTo(10_000);
    assertThat(heard.lines.size() - told).isEqualTo(3);
  }

  @Test
  void oneMessageThatWasLeftOutIsOne() {
    listen(heard);

    for (int i = 0; i <= LogLines.BURST; i++) {
      refuse(i);
    }
    pass(2_000);

    assertThat(heard.texts()).endsWith("WARNING gatemini.log 1 message was left out");
  }

  @Test
  void whatWasToldWithAnEarlierCountIsNotCountedAgain() {
    Deque<Runnable> work = new ArrayDeque<>();
    Notifications slow = new Notifications(() -> work::add, () -> time, time::nanoTime);
    slow.subscribeTo(new Given());
    slow.listen(ANNA, heard);
    for (int i = 0; i < LogLines.BURST + 3; i++) {
      slow.callRefused(ANNA, "files.write", "refused");
    }
    pass(1_020);
    // The client has still not taken its lines: these come too late for the count, and go with it.
    slow.callRefused(ANNA, "files.write", "refused");

    for (int i = 0; i < 20; i++) {
      while (!work.isEmpty()) {
        work.removeFirst().run();
      }
      pass(1_000);
    }

    assertThat(heard.lines).hasSize(LogLines.BURST + 1);
    assertThat(heard.texts()).contains("WARNING gatemini.log 4 messages were left out");
    slow.close();
  }

  @Test
  void whoHearsOnlyErrorsIsToldOfThoseThatWereLeftOut() {
    listen(heard).logLevel(LogLevel.ERROR);

    for (int i = 0; i < 30; i++) {
      refuse(i);
      notifications.backendChanged(
          new BackendChange(
              "files",
              BackendState.STARTING,
              BackendState.STOPPED,
              Optional.of("again " + i),
              true));
    }
    pass(2_000);

    assertThat(heard.lines).hasSize(LogLines.BURST + 1);
    assertThat(heard.texts()).endsWith("ERROR gatemini.log 10 messages were left out");
  }

  @Test
  void aFloodOfOneClientLeavesTheLinesOfAnother() {
    Heard other = new Heard();
    listen(heard);
    notifications.listen(BORIS, other);

    for (int i = 0; i < 1_000; i++) {
      refuse(i);
    }
    notifications.callRefused(BORIS, "files.write", "it may write");
    pass(100);

    assertThat(other.lines).hasSize(1);
  }

  @Test
  void whatAClientNoLongerWantsToHearIsNotDelivered() {
    Listening listening = listen(heard);
    refuse(1);
    listening.logLevel(LogLevel.EMERGENCY);
    pass(100);
    assertThat(heard.lines).isEmpty();

    listening.logLevel(LogLevel.WARNING);
    refuse(2);
    listening.close();
    pass(100);
    assertThat(heard.lines).isEmpty();
  }

  private void refuse(int number) {
    notifications.callRefused(ANNA, "files.write", "refused " + number);
  }
}
