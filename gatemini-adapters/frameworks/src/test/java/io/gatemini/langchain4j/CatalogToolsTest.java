package io.gatemini.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CatalogToolsTest {
  @Test
  void areOfferedWhateverTheirNames() {
    try (Gateway gateway =
        Billing.gateway(
            BackendConfig.inProcess()
                .tool("pay out", "", "{}", arguments -> "space")
                .tool("pay/out", "", "{}", arguments -> "slash")
                .tool("pay.out", "", "{}", arguments -> "dot")
                .tool("zahle_ä", "", "{}", arguments -> "umlaut")
                .tool("a".repeat(120), "", "{}", arguments -> "long"))) {
      var tools =
          GatewayToolProvider.all(gateway)
              .provideTools(new ToolProviderRequest("a", UserMessage.from("Go.")))
              .aiServiceTools();

      assertThat(tools)
          .extracting(AiServiceTool::name)
          .doesNotHaveDuplicates()
          .allMatch(name -> name.matches("[A-Za-z0-9_-]{1,64}"));
      assertThat(tools)
          .extracting(tool -> tool.toolSpecification().metadata().get(CatalogTools.KEY))
          .filteredOn(Objects::nonNull)
          .containsExactlyElementsOf(
              gateway.catalog().tools().stream().<Object>map(tool -> tool.key()).toList());
    }
  }

  @Test
  void areMadeOnceForEachChangeOfTheCatalog() {
    try (Gateway gateway = Billing.gateway(Billing.tools())) {
      CatalogTools tools = new CatalogTools(gateway);
      var before = tools.byName();

      assertThat(tools.byName()).isSameAs(before);
      gateway.register("mail", Billing.tools());

      assertThat(tools.byName()).containsKey("mail__refund").hasSize(4);
      assertThat(tools.isGone("mail__refund")).isFalse();
      gateway.deregister("mail");
      assertThat(tools.isGone("mail__refund")).isTrue();
      assertThat(tools.isGone("billing__refund")).isFalse();
    }
  }
}
