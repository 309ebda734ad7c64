package io.gatemini.internal.surface.resource;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.UnknownResourceException;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.internal.surface.GivenSurface;
import io.gatemini.testing.TestGateway;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The guides, and what they point to. Their programs are run where there is a script engine. */
class GuideResourceTest {
  private static final Pattern ENGINELESS = Pattern.compile("(?s)```(?:json|js)\n(.*?)```");
  private static final Pattern POINTER = Pattern.compile("gatemini://[a-z_-]+(/[a-z_{}-]+)*");

  @AutoClose
  private final Gateway gateway =
      TestGateway.ready(
          TestGateway.builder()
              .backend(
                  "files",
                  BackendConfig.inProcess()
                      .tool("read", "Read.", Tools.ANY_OBJECT, arguments -> "text of " + arguments))
              .backend(
                  "tickets",
                  BackendConfig.inProcess()
                      .tool(
                          "list", "List.", Tools.ANY_OBJECT, arguments -> "tickets " + arguments)));

  private String guide(String topic) {
    ResourceContent content = gateway.readResource("gatemini://guide/" + topic);
    assertThat(content.mimeType()).isEqualTo("text/markdown");
    return content.text();
  }

  private static List<String> topics() {
    return Resources.guides(GivenSurface.guides()).values().get("topic").get();
  }

  @Test
  void isTheSameUnderBothAddresses() {
    assertThat(gateway.readResource("gatemini://call_tool_chain").text())
        .isEqualTo(guide("call_tool_chain"))
        .startsWith("# call_tool_chain\n")
        .contains("`return`", "`null`", "`console`", "__backends", "Promise.all");
  }

  @Test
  void hasExamplesThatRunWithoutAnEngine() {
    List<String> examples =
        topics().stream()
            .flatMap(topic -> ENGINELESS.matcher(guide(topic)).results())
            .map(example -> example.group(1))
            .toList();

    assertThat(examples).hasSize(3);
    assertThat(examples)
        .allSatisfy(
            example -> {
              ChainResult result = gateway.run(example);
              assertThat(result.isError()).as(result.result().text()).isFalse();
              assertThat(result.result().text()).containsAnyOf("text of {", "tickets {");
            });
  }

  @Test
  void saysWhichTopicsThereAre() {
    assertThrown(UnknownResourceException.class, () -> guide("discovry"))
        .hasMessage("there is no guide \"discovry\"; did you mean \"discovery\"?");
    assertThrown(UnknownResourceException.class, () -> guide("x%0Ay"))
        .hasMessage("there is no guide \"x y\"; there is call_tool_chain, discovery");
  }

  @Test
  void pointsToWhatIsThere() {
    Set<String> known = new TreeSet<>();
    known.add("gatemini://tools"); // the index of all tools
    gateway.resources().stream().map(Resource::uri).forEach(known::add);
    gateway.resourceTemplates().stream()
        .map(ResourceTemplate::uriTemplate)
        .map(template -> template.replaceAll("\\{\\?.*", ""))
        .forEach(known::add);
    topics().forEach(topic -> known.add("gatemini://guide/" + topic));
    String texts =
        guide("call_tool_chain")
            + guide("discovery")
            + gateway.readResource("gatemini://overview").text();

    Set<String> pointers =
        POINTER.matcher(texts).results().map(MatchResult::group).collect(Collectors.toSet());

    assertThat(pointers).hasSizeGreaterThan(8).isSubsetOf(known);
  }
}
