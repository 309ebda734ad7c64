package io.gatemini.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationInNoFileTest {
  private final GatewayBuilder builder =
      Gateway.builder().discover(false).variables(Map.of("SIZE", "5000"));

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

    assertThatThrownBy(() -> builder.config("app.yaml", "\nmax_output_bytes: many"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("app.yaml, line 2")
        .hasMessageContaining("max_output_bytes");
    assertThatThrownBy(() -> builder.config("properties", tree))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("properties: max_output_bytes");
  }

  @Test
  void isCheckedWhereAliasesLead() {
    builder.config("app.yaml", "backends: {}\naliases: {x: nowhere.tool}");

    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("nowhere");
  }
}
