package io.gatemini.internal.surface.notice;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendState;
import io.gatemini.spi.Listening;
import io.gatemini.spi.SurfaceListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ListNoticesTest extends NoticeFixture {
  @Test
  void tellsOnceThreeHundredMillisecondsAfterTheFirstOfABurst() {
    Heard heard = new Heard();
    listen(heard);

    for (int i = 0; i < 29; i++) {
      changeTools("tools " + i);
      pass(10);
    }
    assertThat(heard.tools).hasValue(0);
    pass(10);

    assertThat(heard.tools).hasValue(1);
    pass(5_000);
    assertThat(heard.tools).hasValue(1);
    assertThat(heard.resources).hasValue(0);
  }

  @Test
  void tellsAtMostOnceASecondAndAlwaysTheLastState() {
    List<String> known = new ArrayList<>();
    listen(
        new SurfaceListener() {
          @Override
          public void toolsChanged() {
            known.add(tools);
          }
        });

    for (int i = 1; i <= 1_000; i++) {
      changeTools("tools " + i);
      pass(10);
    }
    pass(1_000);

    assertThat(known).hasSizeBetween(10, 11).endsWith("tools 1000");
  }

  @Test
  void keepsNewsOfOneKindOnceForAListenerThatIsNotReady() {
    AtomicBoolean ready = new AtomicBoolean();
    Heard heard =
        new Heard() {
          @Override
          public boolean isReady() {
            return ready.get();
          }
        };
    listen(heard);

    for (int i = 1; i <= 50; i++) {
      changeTools("tools " + i);
      pass(1_000);
    }
    assertThat(heard.tools).hasValue(0);
    ready.set(true);
    pass(2_000);

    assertThat(heard.tools).hasValue(1);
    pass(60_000);
    assertThat(heard.tools).hasValue(1);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void aChangeWhileItLooksIsToldAsWell() {
    List<String> known = new ArrayList<>();
    listen(
        new SurfaceListener() {
          @Override
          public void toolsChanged() {
            known.add(tools);
          }
        });
    changeTools("first");
    onLook =
        () -> {
          onLook = () -> {};
          changeTools("second");
        };

    pass(2_000);

    assertThat(known).hasSize(2).endsWith("second");
  }

  @Test
  void aClientThatHasOnlyJustComeMissesNothing() {
    Heard heard = new Heard();
    onLook =
        () -> {
          // Between its look and the end of its beginning, also as long as this takes.
          onLook = () -> {};
          changeTools("changed meanwhile");
          pass(600);
        };

    listen(heard);
    pass(3_000);

    assertThat(heard.tools).hasValue(1);
  }

  @Test
  void tellsWhoSawAStateThatWasTakenBackBeforeAnybodyWasTold() {
    Heard asking = new Heard();
    Heard other = new Heard();
    tools = "up";
    listen(asking);
    notifications.listen(BORIS, other);

    changeTools("down");
    notifications.listed(ANNA, ListKind.TOOLS, () -> "down");
    changeTools("up");
    pass(2_000);

    assertThat(asking.tools).hasValue(1);
    assertThat(other.tools).hasValue(0);
  }

  @Test
  void aBackendThatComesBackWithOtherWordsIsNewsAndOneWithTheSameIsNot() {
    Heard heard = new Heard();
    listen(heard);

    notifications.backendChanged(change(BackendState.STARTING, BackendState.HEALTHY, ""));
    pass(2_000);
    assertThat(heard.resources).hasValue(0);

    resources = "other words";
    notifications.backendChanged(change(BackendState.STARTING, BackendState.HEALTHY, ""));
    pass(2_000);
    assertThat(heard.resources).hasValue(1);
  }

  @Test
  void tellsNobodyAgainForHavingListed() {
    Heard heard = new Heard();
    listen(heard);
    changeTools("more");
    pass(2_000);

    for (int i = 0; i < 3; i++) {
      notifications.listed(ANNA, ListKind.TOOLS, () -> "more");
      notifications.catalogChanged();
      pass(2_000);
    }

    assertThat(heard.tools).hasValue(1);
  }

  @Test
  void aListThatWasSeenWhileTheLookWentOnIsLookedAtAgain() {
    Heard heard = new Heard();
    tools = "up";
    listen(heard);
    changeTools("up");
    onLook =
        () -> {
          onLook = () -> {};
          // Made while the backend was down, and counted only now that it is up again.
          notifications.listed(ANNA, ListKind.TOOLS, () -> "down");
        };

    pass(3_000);

    assertThat(heard.tools).hasValue(1);
  }

  @Test
  void tellsOnlyThoseWhoKnewSomethingElse() {
    Heard early = new Heard();
    Heard late = new Heard();
    listen(early);
    changeTools("more");
    listen(late);

    pass(300);

    assertThat(early.tools).hasValue(1);
    assertThat(late.tools).hasValue(0);
  }

  @Test
  void aSourceAndABackendChangeTheListOfResources() {
    Heard heard = new Heard();
    listen(heard);

    resources = "one more";
    notifications.source().listChanged();
    pass(300);
    resources = "and another";
    notifications.backendAdded("files");
    pass(1_000);

    assertThat(heard.resources).hasValue(2);
    assertThat(heard.tools).hasValue(0);
    assertThat(heard.prompts).hasValue(0);
  }

  @Test
  void aListenerThatThrowsCostsNobodyElse() {
    Heard heard = new Heard();
    listen(
        new SurfaceListener() {
          @Override
          public void toolsChanged() {
            throw new NoClassDefFoundError("a plug-in without its library");
          }

          @Override
          public void resourcesChanged() {
            throw new IllegalStateException("fails");
          }
        });
    listen(heard);

    resources = "more";
    changeTools("more");
    pass(300);
    changeTools("still more");
    pass(1_000);

    assertThat(heard.tools).hasValue(2);
    assertThat(heard.resources).hasValue(1);
  }

  @Test
  void schedulesNothingWithoutListenersOrChanges() {
    changeTools("nobody listens");
    notifications.backendAdded("files");
    notifications.called();
    Listening listening = listen(new Heard());
    listening.close();
    changeTools("nobody listens any more");
    assertThat(time.scheduled).isZero();

    listen(new Heard());
    pass(10_000);
    assertThat(time.scheduled).isZero();

    changeTools("somebody listens");
    changeTools("still");
    assertThat(time.waiting()).isEqualTo(1);
    pass(300);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void oneTimerServesAllClients() {
    for (int i = 0; i < 100; i++) {
      Listening listening = notifications.listen(i % 2 == 0 ? ANNA : BORIS, new Heard());
      listening.subscribe("gatemini://health");
    }

    for (int i = 0; i < 100; i++) {
      changeTools("tools " + i);
      notifications.backendAdded("files");
      assertThat(time.waiting()).isEqualTo(1);
      pass(50);
    }

    // 5 s: what was due at one time was done at one time.
    assertThat(time.scheduled).isLessThanOrEqualTo(20);
  }

  @Test
  void tellsNothingAfterItIsClosed() {
    Heard own = new Heard();
    Heard left = new Heard();
    Listening listening = listen(own);
    listen(left);
    changeTools("more");
    listening.close();
    listening.close();

    pass(300);
    changeTools("even more");
    notifications.close();
    pass(10_000);

    assertThat(own.tools).hasValue(0);
    assertThat(left.tools).hasValue(1);
    assertThat(time.waiting()).isZero();
    listen(own);
    changeTools("after the end");
    pass(10_000);
    assertThat(own.tools).hasValue(0);
  }
}
