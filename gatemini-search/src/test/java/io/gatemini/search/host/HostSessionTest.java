package io.gatemini.search.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Table;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A scripted model in models of hosts, with real gateways. */
class HostSessionTest {
  private static final String TASK = "Refund invoice A-17 of the customer";
  private static final Gateway GATEWAY = gateway("meta");

  @BeforeAll
  static void indexes() {
    assertThat(GATEWAY.awaitIndexed(Duration.ofMinutes(1))).isTrue();
  }

  @AfterAll
  static void ends() {
    GATEWAY.close();
  }

  @Table(
      """
      listing          | 2 | false
      claude-code      | 2 | false
      copilot-cli      | 2 | false
      copilot-cli-full | 3 | false
      framework-search | 2 | false
      offers           | 1 | false
      """)
  void countsTheTurnsUntilATaskCanBeCalled(String name, int turns, boolean overlooked) {
    HostCost cost = run(HostModel.named(name).get(0), TASK, "billing.refund");

    assertThat(cost.turns()).isEqualTo(turns);
    assertThat(cost.overlooked()).isEqualTo(overlooked);
    assertThat(cost.bytes()).isPositive();
    assertThat(cost.changedBytes() > 0).isEqualTo(name.equals("framework-search"));
  }

  @Table(
      """
      false | invoice refund          | 3 | false
      false | weather                 | 4 | true
      true  |                         | 2 | false
      """)
  void readsTheMetaOfATool(boolean always, String hint, int turns, boolean overlooked) {
    HostCost cost = run(new Marked(always, hint), TASK, "billing.refund");

    assertThat(cost.turns()).isEqualTo(turns);
    assertThat(cost.overlooked()).isEqualTo(overlooked);
  }

  @Table(
      """
      find a tool by plain words      | false
      Überweisung zurück an den Kunden | true
      退款                             | true
      """)
  void findsTheGatewayByItsOwnWordsAlone(String task, boolean overlooked) {
    try (Gateway unhinted =
        gateway(
            Gateway.builder()
                .pluginConfig(
                    "meta", JsonNodeFactory.instance.objectNode().put("host_hints", false)))) {
      assertThat(unhinted.awaitIndexed(Duration.ofMinutes(1))).isTrue();
      assertThat(
              new HostSession(HostModel.named("claude-code").get(0), unhinted)
                  .run(task, all -> all.contains("billing.refund"))
                  .overlooked())
          .isEqualTo(overlooked);
    }
  }

  @Test
  void findsByVectors() {
    HostCost cost = run(HostModel.named("vscode").get(0), TASK, "billing.refund");

    assertThat(cost.turns()).isBetween(3, 4);
  }

  @Test
  void comparesNoMoreThanTwoKilobytesOfADescription() {
    ListedTool tool =
        new ListedTool(
            "t",
            "x ".repeat(1_100) + "zebra",
            JsonNodeFactory.instance.objectNode(),
            meta(false, ""));

    assertThat(new KeywordSearch(2_048).search("zebra", List.of(tool))).isEmpty();
    assertThat(new KeywordSearch(10_000).search("zebra", List.of(tool))).hasSize(1);
    assertThat(tool.definition(2_048)).doesNotContain("zebra");
  }

  @Table(
      """
      search           | search_tools, tool_search, research_all, hinted, told
      tool             | tool_search, search_tools
      nothing of these | ``
      """)
  void ranksNamesBeforeHintsBeforeDescriptions(String words, String names) {
    List<ListedTool> tools =
        List.of(
            listed("told", "A search.", ""),
            listed("hinted", "", "search"),
            listed("research_all", "", ""),
            listed("search_tools", "Search.", ""),
            listed("tool_search", "", ""),
            listed("other", "", ""));

    List<String> found =
        new KeywordSearch(2_048).search(words, tools).stream().map(ListedTool::name).toList();

    assertThat(String.join(", ", found)).isEqualTo(names);
  }

  @Test
  void doesNotFindAToolThatTheGatewayLacks() {
    for (HostModel host : HostModel.named("all")) {
      assertThat(run(host, TASK, "billing.cancel").turns()).as(host.name()).isZero();
    }
  }

  @Test
  void costsTheSameEachTime() {
    for (HostModel host : HostModel.named("all")) {
      HostSession session = new HostSession(host, GATEWAY);
      HostCost cost = session.run(TASK, all -> all.contains("billing.refund"));

      assertThat(session.run(TASK, all -> all.contains("billing.refund"))).isEqualTo(cost);
    }
  }

  @Test
  void countsTheFirstRequest() {
    long all = new HostSession(HostModel.named("listing").get(0), GATEWAY).firstBytes();
    long names = new HostSession(HostModel.named("claude-code").get(0), GATEWAY).firstBytes();

    assertThat(all).isGreaterThan(names + 1_000);
    assertThat(names).isGreaterThan(GATEWAY.instructions().length());
  }

  @Test
  void namesTheHostsWhereThereIsNoneOfAName() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> HostModel.named("emacs"))
        .withMessage(
            "there is no host \"emacs\"; name one of listing, claude-code, copilot-cli, "
                + "copilot-cli-full, vscode, framework-search, offers, or all");
  }

  @Test
  void needsTheSurfaceThatSearches() {
    try (Gateway servers = gateway("servers")) {
      HostSession session = new HostSession(HostModel.named("listing").get(0), servers);

      assertThatExceptionOfType(GatewayException.class)
          .isThrownBy(() -> session.run(TASK, all -> false))
          .withMessageStartingWith("hosts are simulated with the surface meta: ");
    }
  }

  private static HostCost run(HostModel host, String task, String wanted) {
    return new HostSession(host, GATEWAY).run(task, all -> all.contains(wanted));
  }

  private static Gateway gateway(String surface) {
    return gateway(Gateway.builder().surface(surface));
  }

  private static Gateway gateway(GatewayBuilder builder) {
    return builder
        .backend(
            "billing",
            BackendConfig.inProcess()
                .tool("refund", "Refund an invoice of a customer.", "{}", arguments -> "done")
                .tool("report", "Monthly report of all payments.", "{}", arguments -> "done"))
        .build();
  }

  private static ListedTool listed(String name, String description, String hint) {
    return new ListedTool(
        name, description, JsonNodeFactory.instance.objectNode(), meta(false, hint));
  }

  private static JsonNode meta(boolean always, String hint) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("anthropic/alwaysLoad", always)
        .put("anthropic/searchHint", hint);
  }

  /** A server whose tools have keys for Claude Code. */
  private record Marked(boolean always, String hint) implements HostModel {
    private static final HostModel HOST = HostModel.named("claude-code").get(0);

    @Override
    public String name() {
      return "marked";
    }

    @Override
    public List<ListedTool> tools(Gateway gateway) {
      return HOST.tools(gateway).stream()
          .map(
              it ->
                  new ListedTool(it.name(), it.description(), it.inputSchema(), meta(always, hint)))
          .toList();
    }

    @Override
    public boolean loads(ListedTool tool, int tools) {
      return HOST.loads(tool, tools);
    }
  }
}
