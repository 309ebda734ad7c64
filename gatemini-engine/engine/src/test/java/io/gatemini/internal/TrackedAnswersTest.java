package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Session;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.surface.FixtureGateway;
import io.gatemini.internal.surface.resource.Resources;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TrackedAnswersTest {
  private static final Session ANNA = Session.of("anna");

  @AutoClose private final FixtureGateway gateway = new FixtureGateway(CatalogFixture.of(0));
  private final AtomicInteger news = new AtomicInteger();
  private final TrackedAnswers answers =
      new TrackedAnswers(
          new CallTracker(Clock.systemUTC()),
          gateway::catalog,
          gateway.results,
          session -> {},
          news::incrementAndGet,
          "call_tool_chain");

  @Test
  void whateverAClientReceivesIsNews() {
    answers.listed(ANNA, 3_000);
    answers.answered(ANNA, "search_tools", 100);
    answers.record(ANNA, Optional.empty(), 100, 10);
    answers.record(ANNA, Optional.of("files.read"), 100, 10);

    assertThat(news).hasValue(4);
  }

  @Test
  void readingTheFiguresIsNoNews() {
    answers.answered(ANNA, Resources.READ, 100);

    assertThat(news).hasValue(0);
  }
}
