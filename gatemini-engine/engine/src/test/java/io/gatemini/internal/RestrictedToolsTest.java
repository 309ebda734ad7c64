package io.gatemini.internal;

import static io.gatemini.testing.JavaPrograms.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.SearchHit;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.RetryConfig;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestRetriever;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A tool that the configuration keeps away cannot be reached, whichever way is tried. */
class RestrictedToolsTest {
  private static final String PROGRAM = "clean up";
  private static final String NAME = "erase";
  private static final String KEY = "files.erase";
  private static final String DESCRIPTION = "Paints zebras.";
  private static final String ANSWER = "erased them";
  private static final Duration WAIT = Duration.ofSeconds(60);

  private final TestTransport provider = new TestTransport("given");

  /** The ways to {@code files.erase}, and the content that only a caller who gets there sees. */
  @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
  enum Way {
    CATALOG(KEY, gateway -> gateway.catalog().tools().stream().map(ToolDescriptor::key).toList()),
    SEARCH(KEY, gateway -> gateway.search("zebras").stream().map(SearchHit::key).toList()),
    TOOL(DESCRIPTION, gateway -> gateway.tool("files.erase").description()),
    TYPESCRIPT(NAME, gateway -> gateway.typescript("files")),
    SEARCH_TOOLS(
        KEY, gateway -> agent(gateway, "search_tools", "{\"task_description\": \"zebras\"}")),
    LIST_TOOLS(KEY, gateway -> agent(gateway, "list_tools_meta", "{}")),
    TOOL_INFO(
        DESCRIPTION, gateway -> agent(gateway, "tool_info", "{\"tool_name\": \"files.erase\"}")),
    INFO_OF_BACKEND(NAME, gateway -> agent(gateway, "tool_info", "{\"tool_name\": \"files\"}")),
    RESOURCE_OF_TOOL(DESCRIPTION, gateway -> resource(gateway, "gatemini://tool/files.erase")),
    RESOURCE_OF_BACKEND(NAME, gateway -> resource(gateway, "gatemini://backend/files/tools")),
    RESOURCE_OF_ALL(DESCRIPTION, gateway -> resource(gateway, "gatemini://llms-full")),
    JAVA(ANSWER, gateway -> gateway.call("files.erase", Map.of()).text()),
    BARE_NAME(ANSWER, gateway -> gateway.call("erase", Map.of()).text()),
    ALIAS(ANSWER, gateway -> gateway.call("wipe", Map.of()).text()),
    JSON(ANSWER, gateway -> gateway.run("{\"tool\":\"files.erase\",\"arguments\":{}}").text()),
    AGENT(
        ANSWER,
        gateway -> agent(gateway, "call_tool_chain", "{\"code\": {\"tool\": \"files.erase\"}}")),
    PROGRAM_OF_AN_AGENT(ANSWER, gateway -> gateway.run(PROGRAM).text()),
    COMPOSITE(ANSWER, gateway -> gateway.call("__composite.clean", Map.of()).text()),
    FALLBACK(ANSWER, gateway -> gateway.call("first.erase_all", Map.of()).text());

    private final String sight;
    private final Function<Gateway, Object> look;

    Way(String sight, Function<Gateway, Object> look) {
      this.sight = sight;
      this.look = look;
    }

    boolean reaches(Gateway gateway) {
      try {
        return look.apply(gateway).toString().contains(sight);
      } catch (GatewayException e) {
        return false;
      }
    }

    private static String agent(Gateway gateway, String tool, String arguments) {
      return gateway.agentTools(Session.of("chat")).stream()
          .filter(known -> known.name().equals(tool))
          .findFirst()
          .orElseThrow()
          .call(arguments);
    }

    private static String resource(Gateway gateway, String uri) {
      return gateway.readResource(uri).toString();
    }
  }

  private static BackendConfig files() {
    return BackendConfig.of("given");
  }

  private Gateway start(BackendConfig files) {
    provider
        .backend("files")
        .tools(tool("look", "Looks."), tool(NAME, DESCRIPTION), tool("erase_all", "Ends."))
        .say(ANSWER);
    provider
        .backend("first")
        .tools(tool("erase_all", "Ends."))
        .fail(new BackendUnavailableException("not reached"));
    Gateway gateway =
        TestGateway.builder()
            .plugin(provider)
            .plugin(new GivenRetriever("all", TestRetriever.ofAll()))
            .plugin(
                new JavaPrograms()
                    .program(PROGRAM, (program, host) -> call(host, "files.erase", "{}")))
            .alias("wipe", "files.erase")
            .compositeTool("clean", CompositeTool.of("Cleans.", PROGRAM))
            .backend("files", files)
            .backend(
                "first", files().fallbackChain("files").retry(RetryConfig.defaults().maxRetries(0)))
            .build();
    assertThat(gateway.awaitReady(WAIT)).isTrue();
    assertThat(gateway.awaitIndexed(WAIT)).isTrue();
    return gateway;
  }

  private static BackendTool tool(String name, String description) {
    return BackendTool.of(name, description, Tools.ANY_OBJECT);
  }

  /** Without a restriction each way leads there, so that the other test can fail. */
  @ParameterizedTest
  @EnumSource
  void leadsToATool(Way way) {
    try (Gateway gateway = start(files())) {
      assertThat(way.reaches(gateway)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void doesNotLeadToAToolThatIsKeptAway(Way way) {
    List<BackendConfig> restrictions =
        List.of(
            files().deniedTools("erase", "erase_all"),
            files().deniedTools("er*"),
            files().allowedTools("look"),
            files().allowedTools(new String[0]),
            files().allowedTools("*").deniedTools("erase*"));
    for (BackendConfig restricted : restrictions) {
      try (Gateway gateway = start(restricted)) {
        assertThat(way.reaches(gateway)).as("%s", restricted).isFalse();
        assertThat(provider.called).doesNotContain("files");
      }
    }
  }

  /** Each way of asking says which key keeps a tool away, and who can change that. */
  @ParameterizedTest
  @CsvSource({
    "disabled, files.look, \"disabled: true\"",
    "denied, files.erase, denied_tools",
    "allowed, files.erase, allowed_tools",
    "allowed, files.lok, allowed_tools"
  })
  void saysWhichKeyKeepsAToolAway(String how, String tool, String key) {
    BackendConfig restricted =
        switch (how) {
          case "disabled" -> files().disabled(true);
          case "denied" -> files().deniedTools("er*");
          default -> files().allowedTools("look");
        };
    try (Gateway gateway = start(restricted)) {
      String reason = key + " of its backend keeps it away, which a person can change";

      assertThat(Way.agent(gateway, "tool_info", "{\"tool_name\": \"" + tool + "\"}"))
          .contains(reason);
      assertThat(Way.agent(gateway, "call_tool_chain", "{\"code\": {\"tool\": \"" + tool + "\"}}"))
          .contains(reason);
      assertThatThrownBy(() -> gateway.call(tool, Map.of())).hasMessageContaining(reason);
    }
  }

  @Test
  void aMisspelledToolIsStillCorrected() {
    try (Gateway gateway = start(files().deniedTools("er*"))) {
      assertThatThrownBy(() -> gateway.call("files.lok", Map.of()))
          .hasMessageContaining("files.look")
          .hasMessageNotContaining("keeps it away");
    }
  }

  @Test
  void keepsAToolAwayThatTheBackendListsLater() {
    try (Gateway gateway = start(files().deniedTools("erase*"))) {
      provider.change("files", tool("erase_more", "Ends."), tool("see", "Sees."));

      await().until(() -> names(gateway), names -> names.contains("files.see"));
      assertThat(names(gateway)).doesNotContain("files.erase_more");
    }
  }

  private static List<String> names(Gateway gateway) {
    return gateway.catalog().tools().stream().map(ToolDescriptor::key).toList();
  }
}
