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
  void aChangeWhileItTellsIsToldAsWell() {
    List<String> known = new ArrayList<>();
    listen(
        new SurfaceListener() {
          @Override
          public void toolsChanged() {
            known.add(tools);
            if (known.size() == 1) {
              changeTools("second");
            }
          }
        });
    changeTools("first");

    pass(3_000);

    assertThat(known).containsExactly("first", "second");
  }

  @Test
  void aBackendThatComesOrGoesIsNewsAndOneThatDoesNotComeIsNone() {
    Heard heard = new Heard();
    listen(heard);

    for (int i = 0; i < 10; i++) {
      notifications.backendChanged(change(BackendState.STARTING, BackendState.STOPPED, "it ended"));
      notifications.backendChanged(change(BackendState.STOPPED, BackendState.STARTING, ""));
      pass(2_000);
    }
    assertThat(heard.resources).hasValue(0);
    assertThat(heard.prompts).hasValue(0);

    notifications.backendChanged(change(BackendState.STARTING, BackendState.HEALTHY, ""));
    pass(2_000);
    notifications.backendChanged(change(BackendState.HEALTHY, BackendState.UNHEALTHY, "hangs"));
    pass(2_000);
    assertThat(heard.resources).hasValue(2);
    assertThat(heard.prompts).hasValue(2);
    assertThat(heard.tools).hasValue(0);
  }

  @Test
  void aCatalogChangesNoListByItself() {
    Heard heard = new Heard();
    listen(heard);

    notifications.catalogChanged();
    pass(2_000);

    assertThat(heard.tools).hasValue(0);
    assertThat(heard.resources).hasValue(0);
    assertThat(heard.prompts).hasValue(0);
  }

  @Test
  void aSourceAndABackendChangeTheListOfResources() {
    Heard heard = new Heard();
    listen(heard);

    notifications.source().listChanged();
    pass(300);
    notifications.backendAdded("files");
    pass(1_000);

    assertThat(heard.resources).hasValue(2);
    assertThat(heard.tools).hasValue(0);
    assertThat(heard.prompts).hasValue(1);
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

    notifications.backendAdded("files");
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
  void oneTimerForEachListServesAllClients() {
    for (int i = 0; i < 100; i++) {
      Listening listening = notifications.listen(i % 2 == 0 ? ANNA : BORIS, new Heard());
      listening.subscribe("gatemini://health");
    }

    for (int i = 0; i < 100; i++) {
      changeTools("tools " + i);
      notifications.backendAdded("files");
      // Tools, resources and one topic, whatever the number of clients.
      assertThat(time.waiting()).isLessThanOrEqualTo(3);
      pass(50);
    }

    // 5 s
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
