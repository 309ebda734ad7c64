package io.gatemini.internal;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.StoredResult;
import io.gatemini.ToolResult;
import io.gatemini.UnknownResultException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.OutputConfig;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.SettableClock;
import io.gatemini.testing.TestGateway;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The omitted parts of an answer, read back in each way that exists. */
class StoredResultsTest {
  private static final String TEXT = "a line with \"quotes\" and é\n".repeat(1_000);
  private static final String JSON =
      "{\"rows\": [\n"
          + "  {\"id\": 1.0, \"name\": \"n\"},\n".repeat(1_000)
          + "  {\"id\": 2, \"name\": \"needle\"}]}\n";
  private static final Pattern ID = Pattern.compile("\\b[a-z2-7]{10}\\b");

  private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final JavaPrograms programs = new JavaPrograms();

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(programs)
          .clock(clock)
          .outputConfig(
              OutputConfig.defaults().maxStoredAge(Duration.ofMinutes(10)).pageSize(1_000))
          .backend(
              "a",
              BackendConfig.inProcess()
                  .tool("text", "Text.", "{}", args -> ToolResult.text(TEXT))
                  .tool("json", "JSON.", "{}", args -> ToolResult.text(JSON)))
          .build();

  private String cut(String tool, Session session) {
    ChainResult result =
        gateway.run(
            ChainRequest.of("await a." + tool + "()")
                .withSession(session)
                .withMaxOutputBytes(2_000));
    String told = String.join(" ", result.reductions());
    Matcher id = ID.matcher(told);
    assertThat(id.find()).as(told).isTrue();
    return id.group();
  }

  private ResourceContent read(Session session, String uri) {
    return gateway.surface().readResource(session, uri).toCompletableFuture().join();
  }

  @Test
  void givesTheTextBackByteForByte() {
    StoredResult result = gateway.result(cut("text", Session.local()));

    assertThat(result.text()).isEqualTo(TEXT);
    assertThat(result.json()).isEqualTo(RawJson.ofValue(TEXT));
    assertThat(result.pages()).isEqualTo(29);
    assertThat(result.page(1)).hasSizeLessThanOrEqualTo(1_000).endsWith("\n");
  }

  @Test
  void givesPartsOfJson() {
    StoredResult result = gateway.result(cut("json", Session.local()));

    assertThat(RawJson.parse(result.text())).isEqualTo(RawJson.parse(JSON));
    assertThat(result.at("/rows/0").json()).hasToString("{\"id\":1.0,\"name\":\"n\"}");
    assertThat(result.search("needle").matches().get(0).path()).isEqualTo("/rows/1000");
  }

  @Test
  void isReadByAddressToo() {
    Session session = Session.random();
    String id = cut("text", session);

    ResourceContent whole = read(session, "gatemini://result/" + id);

    assertThat(whole.mimeType()).isEqualTo("text/plain");
    assertThat(whole.text()).isEqualTo(TEXT);
    assertThat(read(session, "gatemini://result/" + id + "?lines=1000").text())
        .isEqualTo("a line with \"quotes\" and é");
    assertThat(gateway.surface().resourceTemplates(session))
        .extracting(ResourceTemplate::uriTemplate)
        .contains("gatemini://result/{id}{?path,lines,page,search}");
  }

  @Test
  void countsWhatIsRead() {
    Session session = Session.random();
    String id = cut("text", session);
    long before = gateway.stats().bytesReturned();

    ResourceContent whole = read(session, "gatemini://result/" + id);

    assertThat(gateway.stats().bytesReturned() - before)
        .isEqualTo(whole.text().getBytes(StandardCharsets.UTF_8).length);
  }

  @Test
  void tellsAnotherSessionNothing() {
    String id = cut("text", Session.of("one"));

    assertThrown(UnknownResultException.class, () -> gateway.result(id, Session.of("two")))
        .hasMessage(
            "no result \""
                + id
                + "\" is kept for this session; shortened answers contain their ids");
    assertThrown(UnknownResultException.class, () -> gateway.result(id));
    assertThatThrownBy(() -> read(Session.of("two"), "gatemini://result/" + id))
        .hasRootCauseInstanceOf(UnknownResultException.class);
  }

  @Test
  void tellsProgramsJavaAndClientsWhenItExpired() {
    Session session = Session.random();
    String id = cut("text", session);
    String message =
        "result \""
            + id
            + "\" expired at 2026-01-01T00:10:00Z, 10 minutes after it was made; run the same code"
            + " again with call_tool_chain to get it again";

    clock.advance(Duration.ofMinutes(11));

    assertThatThrownBy(() -> gateway.result(id, session)).hasMessage(message);
    assertThatThrownBy(() -> read(session, "gatemini://result/" + id)).hasRootCauseMessage(message);
    programs.program("fetch", (program, host) -> host.result(id));
    assertThat(gateway.run(ChainRequest.of("fetch").withSession(session)).text()).contains(message);
  }

  @Test
  void letsGoOfWhatAClientLeftBehindButNotOfTheHosts() {
    Session client = Session.of("client");
    String theirs = cut("text", client);
    String own = cut("text", Session.local());
    StoredResult inHand = gateway.result(theirs, client);

    gateway.surface().disconnected(client);
    gateway.surface().disconnected(Session.local());

    assertThrown(UnknownResultException.class, () -> gateway.result(theirs, client));
    assertThat(gateway.result(own).text()).isEqualTo(TEXT);
    assertThat(inHand.text()).isEqualTo(TEXT);
  }
}
