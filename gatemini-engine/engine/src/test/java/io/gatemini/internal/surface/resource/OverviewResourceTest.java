package io.gatemini.internal.surface.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.state.Reports.BackendReport;
import io.gatemini.internal.surface.FixtureGateway;
import io.gatemini.internal.surface.GivenSurface;
import io.gatemini.spi.ToolSet;
import io.gatemini.text.BytesTokenEstimator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class OverviewResourceTest {
  private static BackendStatus backend(String name, BackendState state, String reason) {
    return new BackendReport(
        name,
        "stdio",
        name,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        state,
        reason.isEmpty() ? Optional.empty() : Optional.of(reason),
        Instant.EPOCH,
        3,
        0,
        OptionalLong.empty(),
        List.of(),
        false,
        List.of(),
        List.of(),
        OptionalLong.empty(),
        1,
        List.of());
  }

  @Test
  void countsWhatIsThereAndSaysWhatIsNot() {
    String text =
        text(
            258,
            List.of(
                backend("crm", BackendState.STOPPED, "exit code 1\nno \u001b[31mtoken"),
                backend("files", BackendState.HEALTHY, ""),
                backend("slow", BackendState.STARTING, "")));

    assertThat(text)
        .startsWith(
            """
            # Gatemini
            258 tools of 3 backends (1 Starting, 1 Healthy, 1 Stopped) behind seven meta-tools.
            - crm: Stopped, exit code 1 no token
            - slow: Starting
            - Available, with their tools: files (3)

            ## Find and run
            """);
    assertThat(text)
        .contains("search_tools", "tool_info", "call_tool_chain")
        .contains("`return`", "`null`", "`console`")
        .contains("`__backends[", "gatemini://backends", "`discover`", "register_manual")
        .doesNotContain("not available: see");
  }

  @Test
  void leavesNamesAndReasonsNoMarkup() {
    assertThat(
            text(
                1,
                List.of(
                    backend("a](http://e)", BackendState.STOPPED, "see [x](http://e) <b>\n# New"),
                    backend("`b`", BackendState.HEALTHY, ""))))
        .contains(
            "- `a](http://e)`: Stopped, see \\[x](http://e) \\<b> # New\n",
            "- Available, with their tools: `` `b` `` (3)\n");
  }

  @Test
  void saysThatThereIsNothing() {
    assertThat(text(0, List.of()))
        .startsWith("# Gatemini\nNo backend is configured, so there are no tools yet.\n\n## ");
  }

  @Test
  void saysHowManyItLeavesOut() {
    List<BackendStatus> backends = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      backends.add(backend("backend-" + i, BackendState.STOPPED, "no such program"));
    }

    String text = text(10_000, backends);

    long listed = text.lines().filter(line -> line.startsWith("- backend-")).count();
    assertThat(listed).isGreaterThan(3);
    assertThat(text)
        .contains("10000 tools of 200 backends (200 Stopped)")
        .contains("- " + (200 - listed) + " more not available: see `gatemini://backends`");
  }

  @Test
  void namesTheAvailableAsFarAsThereIsRoom() {
    List<BackendStatus> backends = new ArrayList<>();
    backends.add(backend("down", BackendState.UNHEALTHY, ""));
    for (int i = 0; i < 200; i++) {
      backends.add(backend("backend-" + i, BackendState.HEALTHY, ""));
    }

    assertThat(text(600, backends))
        .contains("- down: Unhealthy\n- Available, with their tools: backend-0 (3), backend-1 (3)")
        .containsPattern("backend-\\d+ \\(3\\) and \\d+ more\n");
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void keepsItsBudget(
      @ForAll @IntRange(max = 10_000) int tools, @ForAll("backends") List<BackendStatus> backends) {
    String text = text(tools, backends);

    assertThat(new BytesTokenEstimator().estimate(text))
        .isLessThanOrEqualTo(OverviewResource.MAX_TOKENS);
    assertThat(text).contains("## Names").isEqualTo(text(tools, backends));
  }

  @Provide
  Arbitrary<List<BackendStatus>> backends() {
    Arbitrary<String> names =
        Arbitraries.oneOf(
            Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(64),
            Arbitraries.strings().all().ofMaxLength(64),
            Arbitraries.strings().withChars("\"{}[]:,0123456789").ofMaxLength(64));
    Arbitrary<BackendStatus> backend =
        Combinators.combine(
                names,
                Arbitraries.of(BackendState.class),
                Arbitraries.oneOf(names, names.list().ofMaxSize(10).map(String::valueOf)))
            .as(OverviewResourceTest::backend);
    return backend.list().ofMaxSize(200);
  }

  private static String text(int tools, List<BackendStatus> backends) {
    try (FixtureGateway gateway = new FixtureGateway(CatalogFixture.of(0))) {
      ToolSet set = GivenSurface.tools(gateway);
      return new OverviewResource(gateway, set, set::overview).text(tools, backends);
    }
  }
}
