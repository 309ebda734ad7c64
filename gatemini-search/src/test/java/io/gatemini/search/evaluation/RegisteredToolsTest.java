package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolDescriptor;
import io.gatemini.testing.TestGateway;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegisteredToolsTest {
  @ParameterizedTest
  @CsvSource({
    "github, github",
    "Web_Search-2, Web_Search-2",
    "my server, my-server",
    "api.example.com, api-example-com",
    "_private, private",
    "'  spaces  ', spaces",
    "Café Été, Cafe-Ete",
    "ｆｕｌｌ, full",
    "天气, u5929u6c14",
    "天气 api, api",
    "'', unnamed",
    "'  ', unnamed",
  })
  void keepsTheWordsOfABackendsName(String name, String registered) {
    assertThat(RegisteredTools.backendNames(Set.of(name))).containsEntry(name, registered);
  }

  @Test
  void keepsBackendsApartWhoseNamesBecomeTheSame() {
    Set<String> names = new LinkedHashSet<>(List.of("a b", "a.b", "a-b", "a-b-2"));

    assertThat(RegisteredTools.backendNames(names))
        .containsEntry("a-b", "a-b")
        .containsEntry("a-b-2", "a-b-2")
        .containsEntry("a b", "a-b-3")
        .containsEntry("a.b", "a-b-4");
  }

  @Test
  void keepsLongNamesThatBeginTheSameApart() {
    String letters = "x".repeat(70);

    assertThat(RegisteredTools.backendNames(new LinkedHashSet<>(List.of(letters, letters + "y"))))
        .containsEntry(letters, "x".repeat(64))
        .containsEntry(letters + "y", "x".repeat(62) + "-2");
  }

  @Test
  void registersToolNamesAsTheyAreAndNumbersEqualOnes() {
    Gateway gateway =
        gateway(
            List.of(
                tool("1", "my api", "GET /now.list"),
                tool("2", "my api", "GET /now.list"),
                tool("3", "my api", "GET /now.list_2"),
                tool("4", "my-api", "GET /now.list"),
                tool("5", "my-api", "")));

    try (gateway) {
      assertThat(gateway.catalog().tools())
          .extracting(ToolDescriptor::key)
          .containsExactlyInAnyOrder(
              "my-api-2.GET /now.list",
              "my-api-2.GET /now.list_3",
              "my-api-2.GET /now.list_2",
              "my-api.GET /now.list",
              "my-api.unnamed");
    }
  }

  @Property(tries = 300)
  void everyToolOfAnyNameArrivesAndIsFoundBack(
      @ForAll @Size(max = 12) List<@Chars({' ', '.', '-', '_', 'a', '2', 'é', '天'}) @StringLength(max = 3) String>
              names) {
    List<EvaluatedTool> tools = new ArrayList<>();
    for (String backend : names) {
      for (String name : names) {
        tools.add(tool("id" + tools.size(), backend, name));
      }
    }
    RegisteredTools registered = RegisteredTools.of(tools);
    GatewayBuilder builder = TestGateway.builder();
    registered.addTo(builder);

    try (Gateway gateway = builder.build()) {
      assertThat(gateway.catalog().tools())
          .extracting(registered::id)
          .containsExactlyInAnyOrderElementsOf(tools.stream().map(EvaluatedTool::id).toList());
    }
  }

  private static Gateway gateway(List<EvaluatedTool> tools) {
    GatewayBuilder builder = TestGateway.builder();
    RegisteredTools.of(tools).addTo(builder);
    return builder.build();
  }

  private static EvaluatedTool tool(String id, String backend, String name) {
    return new EvaluatedTool(
        id, backend, name, "", JsonNodeFactory.instance.objectNode(), ToolAnnotations.none());
  }
}
