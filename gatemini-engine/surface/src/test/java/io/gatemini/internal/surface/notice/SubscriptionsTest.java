package io.gatemini.internal.surface.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendState;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.UnknownResourceException;
import io.gatemini.spi.Listening;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SubscriptionsTest extends NoticeFixture {
  private final Heard heard = new Heard();

  @Test
  void callsChangeRecentAndStatsOnceASecondAtMost() {
    Listening listening = listen(heard);
    listening.subscribe("gatemini://recent");
    listening.subscribe("gatemini://stats");

    for (int i = 0; i < 10_000; i++) {
      notifications.called();
      pass(1);
    }
    pass(1_000);
    int told = heard.updated.size();
    pass(10_000);

    assertThat(heard.updated).hasSize(told).hasSizeBetween(20, 22);
    assertThat(heard.updated).filteredOn("gatemini://stats"::equals).hasSize(told / 2);
  }

  @Test
  void whatAProgramAnswersAfterItsLastCallChangesStats() {
    Listening listening = listen(heard);
    listening.subscribe("gatemini://recent");
    listening.subscribe("gatemini://stats");

    notifications.called();
    pass(10_000);
    notifications.answered();
    pass(10_000);

    assertThat(heard.updated)
        .containsExactlyInAnyOrder("gatemini://recent", "gatemini://stats", "gatemini://stats");
  }

  @Test
  void statesChangeBackendsAndHealthOnceASecondAtMost() {
    Listening listening = listen(heard);
    listening.subscribe("gatemini://health");
    listening.subscribe("gatemini://backends");

    for (int i = 0; i < 1_000; i++) {
      notifications.backendChanged(change(BackendState.STARTING, BackendState.STARTING, ""));
      pass(10);
    }
    pass(1_000);

    assertThat(heard.updated).hasSizeBetween(20, 22);
    assertThat(heard.updated)
        .filteredOn("gatemini://health"::equals)
        .hasSize(heard.updated.size() / 2);
  }

  @Test
  void everythingThatConcernsBackendsIsNews() {
    listen(heard).subscribe("gatemini://backends");
    List<Runnable> triggers =
        List.of(
            () -> notifications.backendAdded("files"),
            notifications::catalogChanged,
            () -> notifications.toolsReloaded("files", 3),
            () ->
                notifications.backendChanged(
                    change(BackendState.STARTING, BackendState.HEALTHY, "")));

    for (int i = 0; i < triggers.size(); i++) {
      triggers.get(i).run();
      pass(1_000);
      assertThat(heard.updated).hasSize(i + 1);
    }
    notifications.called();
    notifications.source().updated("gatemini://backends");
    pass(1_000);
    assertThat(heard.updated).hasSize(triggers.size());
  }

  @Test
  void anAddressIsTheSameHoweverItIsWritten() {
    Listening listening = listen(heard);
    listening.subscribe("GateMini://he%61lth");
    listening.subscribe("HOST://caf%c3%a9/%7Ea b");

    notifications.backendAdded("files");
    notifications.source().updated("host://café/~a%20b");
    pass(300);
    assertThat(heard.updated)
        .containsExactlyInAnyOrder("GateMini://he%61lth", "HOST://caf%c3%a9/%7Ea b");

    listening.unsubscribe("gatemini://health");
    listening.unsubscribe("host://caf%C3%A9/~a%20b");
    listening.unsubscribe("host://never/was");
    notifications.backendAdded("files");
    notifications.source().updated("host://café/~a%20b");
    pass(5_000);
    assertThat(heard.updated).hasSize(2);
  }

  @Property(tries = 500)
  void encodingWhatNeedNotBeEncodedMakesNoOtherAddress(@ForAll String text) {
    String written = "host://" + text.replaceAll("[\\p{Cs}%/]", "");
    StringBuilder encoded = new StringBuilder("HOST://");
    for (byte unit : written.substring(7).getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (unit & 0xff);
      boolean reserved = ":/?#[]@!$&'()*+,;=".indexOf(c) >= 0;
      encoded.append(reserved ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02x", (int) c));
    }

    assertThat(Address.normal(encoded.toString())).isEqualTo(Address.normal(written));
    assertThat(Address.normal(Address.normal(written))).isEqualTo(Address.normal(written));
  }

  @Property(tries = 500)
  void anyAddressHasOneNormalForm(@ForAll String text) {
    String normal = Address.normal(text);

    assertThat(normal).matches("\\p{ASCII}*");
    assertThat(Address.normal(normal)).isEqualTo(normal);
  }

  @Test
  void reservedCharactersStayApartFromTheirEncoding() {
    assertThat(Address.normal("host://a%2fb")).isEqualTo("host://a%2Fb");
    assertThat(Address.normal("host://a/b")).isEqualTo("host://a/b");
    assertThat(Address.normal("host://" + URLEncoder.encode("😀", StandardCharsets.UTF_8)))
        .isEqualTo(Address.normal("host://😀"));
  }

  @Test
  void saysWhatCanBeSubscribedToAndWhatIsNotThere() {
    Listening listening = listen(heard);

    assertThatThrownBy(() -> listening.subscribe("gatemini://overview"))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessageContaining("gatemini://backends, gatemini://health, gatemini://recent and")
        .hasMessageContaining("gatemini://stats");
    assertThatThrownBy(() -> listening.subscribe("gatemini://unknown"))
        .isInstanceOf(UnknownResourceException.class);
    assertThatThrownBy(() -> listening.subscribe("host://unknown"))
        .isInstanceOf(UnknownResourceException.class);
    assertThatThrownBy(() -> listening.subscribe("host://" + "a".repeat(5_000)))
        .isInstanceOf(InvalidArgumentsException.class);
    listening.unsubscribe("host://" + "a".repeat(5_000));
    notifications.source().updated("host://" + "a".repeat(5_000));
  }

  @Test
  void aClientSubscribesToAThousandAtMost() {
    Listening listening = listen(heard);
    for (int i = 0; i < 1_000; i++) {
      listening.subscribe("host://" + i);
    }

    assertThatThrownBy(() -> listening.subscribe("host://one-more"))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessageContaining("1000");
    listening.subscribe("host://7");
    listening.unsubscribe("host://8");
    listening.subscribe("host://one-more");

    notifications.source().updated("host://one-more");
    notifications.source().updated("host://8");
    pass(300);
    assertThat(heard.updated).containsExactly("host://one-more");
  }

  @Test
  void closingEndsTheSubscriptionsOfThisClientAlone() {
    Heard other = new Heard();
    Listening listening = listen(heard);
    listening.subscribe("host://a");
    listening.subscribe("gatemini://recent");
    notifications.listen(BORIS, other).subscribe("host://a");

    notifications.source().updated("host://a");
    notifications.called();
    listening.close();
    listening.subscribe("gatemini://stats");
    notifications.called();
    pass(5_000);

    assertThat(heard.updated).isEmpty();
    assertThat(other.updated).containsExactly("host://a");
  }
}
