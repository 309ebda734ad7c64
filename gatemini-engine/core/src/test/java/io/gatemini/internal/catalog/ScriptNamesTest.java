package io.gatemini.internal.catalog;

import static io.gatemini.internal.catalog.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDescriptor;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptNamesTest {
  /** Samples of spec part 3.4. */
  @ParameterizedTest
  @CsvSource({
    "my-backend, my_backend",
    "123api, _123api",
    "tool@v2, tool_v2",
    "my.tool, my_tool",
    "'', _unnamed"
  })
  void sanitises(String name, String identifier) {
    assertThat(JavaScriptNames.RULES.identifier(name)).isEqualTo(identifier);
  }

  @Property
  void makesAnIdentifierOfAnything(@ForAll String name) {
    assertThat(JavaScriptNames.RULES.identifier(name)).matches("[A-Za-z_$][A-Za-z0-9_$]*");
  }

  @Test
  void resolvesSanitisedAndOriginalNames() {
    ScriptNames names = names(tool("my-backend", "web-search"));

    assertThat(names.resolve("my_backend", "web_search")).isPresent();
    assertThat(names.resolve("my-backend", "web-search")).isPresent();
    assertThat(names.resolve("my-backend", "other")).isEmpty();
  }

  @Test
  void tellsNamesApartThatSanitiseAlike() {
    ToolDescriptor dashed = tool("a-b", "x-y");
    ToolDescriptor underscored = tool("a-b", "x_y");
    ScriptNames names = names(dashed, underscored, tool("a_b", "z"));

    assertThat(names.backends())
        .extracting(ScriptBackend::identifier)
        .containsExactly("a_b_2", "a_b");
    assertThat(names.expression(dashed)).isEqualTo("a_b_2.x_y_2");
    assertThat(names.expression(underscored)).isEqualTo("a_b_2.x_y");
    assertThat(names.resolve("a-b", "x-y")).contains(dashed);
    assertThat(names.resolve("a_b_2", "x_y")).contains(underscored);
  }

  private static ScriptNames names(ToolDescriptor... tools) {
    Catalog catalog = new Catalog(Map.of());
    for (ToolDescriptor tool : tools) {
      List<ToolDescriptor> all =
          Stream.concat(catalog.snapshot().tools(tool.backend()).stream(), Stream.of(tool))
              .toList();
      catalog.put(tool.backend(), all);
    }
    return ScriptNames.of(catalog.snapshot());
  }
}
