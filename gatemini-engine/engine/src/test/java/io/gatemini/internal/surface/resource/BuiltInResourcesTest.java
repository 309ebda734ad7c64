package io.gatemini.internal.surface.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.UnknownResourceException;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.testing.TestGateway;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The resources of a gateway with 200 backends, as clients see them in lists and errors. */
class BuiltInResourcesTest {
  @AutoClose private final Gateway gateway = TestGateway.ready(gateway());

  private static Gateway gateway() {
    GatewayBuilder builder = TestGateway.builder();
    for (int i = 0; i < 200; i++) {
      builder.backend(
          "backend-" + i,
          BackendConfig.inProcess().tool("tool", "A tool.", "{}", arguments -> "text"));
    }
    return builder.build();
  }

  @Test
  void areListedInTheirOrder() {
    assertThat(gateway.resources())
        .extracting(Resource::uri)
        .containsSubsequence(
            "gatemini://overview",
            "gatemini://backends",
            "gatemini://tools",
            "gatemini://recent",
            "gatemini://stats",
            "gatemini://health",
            "gatemini://llms",
            "gatemini://llms-full",
            "gatemini://call_tool_chain",
            "gatemini://backend/backend-0",
            "gatemini://backend/backend-1",
            "gatemini://backend/backend-10",
            "gatemini://backend/backend-99")
        .doesNotHaveDuplicates();
    assertThat(gateway.resourceTemplates())
        .extracting(ResourceTemplate::uriTemplate)
        .containsExactly(
            "gatemini://tool/{tool_name}",
            "gatemini://backend/{backend_name}",
            "gatemini://backend/{backend_name}/tools",
            "gatemini://recent/{limit}",
            "gatemini://result/{id}{?path,lines,page,search}",
            "gatemini://guide/{topic}",
            "gatemini://llms-full{?page}");
  }

  @Test
  void sayForWhomTheyAreAndHowMuchTheyMatter() {
    assertThat(gateway.resources())
        .allSatisfy(
            resource -> {
              assertThat(resource.title()).isNotBlank();
              assertThat(resource.description()).isNotBlank();
              assertThat(resource.annotations().audience()).isNotEmpty();
              assertThat(resource.annotations().priority()).isPresent();
              assertThat(gateway.readResource(resource.uri()).mimeType())
                  .isEqualTo(resource.mimeType());
            });
    assertThat(gateway.resourceTemplates())
        .allSatisfy(template -> assertThat(template.annotations().priority()).isPresent());
  }

  @Test
  void areNamedInErrorsWithoutThoseOfEachBackend() {
    assertThatThrownBy(() -> gateway.readResource("gatemini://nothing-like-it"))
        .isInstanceOf(UnknownResourceException.class)
        .hasMessageContaining("; there is gatemini://overview, ")
        .hasMessageContaining("gatemini://backend/{backend_name}, ")
        .hasMessageNotContaining("backend-1")
        .message()
        .hasSizeLessThan(700);
    assertThatThrownBy(() -> gateway.readResource("gatemini://bakend/backend-17"))
        .hasMessageContaining("did you mean \"gatemini://backend/backend-17\"?");
    assertThatThrownBy(() -> gateway.readResource("gatemini://overview?x=1"))
        .isInstanceOf(InvalidArgumentsException.class);
  }
}
