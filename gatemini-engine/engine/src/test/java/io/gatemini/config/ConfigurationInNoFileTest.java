package io.gatemini.config;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayBuilder;
import io.gatemini.testing.TestGateway;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationInNoFileTest {
  private final GatewayBuilder builder = TestGateway.builder().variables(Map.of("SIZE", "5000"));

  @Test
  void isReadFromAText() {
    GatewaySettings settings = builder.config("app.yaml", "max_output_bytes: ${SIZE}").settings();

    assertThat(settings.output().maxOutputSize()).isEqualTo(5000);
  }

  @Test
  void isReadFromATree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("max_output_bytes", "${SIZE}");

    assertThat(builder.config("properties", tree).settings().output().maxOutputSize())
        .isEqualTo(5000);
  }

  @Test
  void namesThePlaceOfWhatIsWrong() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("max_output_bytes", "many");

    assertThrown(
            ConfigException.class, () -> builder.config("app.yaml", "\nmax_output_bytes: many"))
        .hasMessageContaining("app.yaml, line 2")
        .hasMessageContaining("max_output_bytes");
    assertThrown(ConfigException.class, () -> builder.config("properties", tree))
        .hasMessageStartingWith("properties: max_output_bytes");
  }

  @Test
  void isCheckedWhereAliasesLead() {
    builder.config("app.yaml", "backends: {}\naliases: {x: nowhere.tool}");

    assertThrown(ConfigException.class, builder::build).hasMessageContaining("nowhere");
  }
}
