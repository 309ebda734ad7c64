package io.gatemini.internal.text;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Pairs;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackendNamesTest {
  @Pairs(
      """
      github -> github | my-files -> my-files | _x -> _x | Google Maps -> Google_Maps
      @modelcontextprotocol/server-x -> modelcontextprotocol_server-x
      io.github.x/y -> io_github_x_y | 50% off! -> 50_off | Maps (beta) -> Maps_beta
      Café crème -> Caf_cr_me | -- a -- -> a_-- | 🦊 -> backend_19lsfmv | כלים -> backend_15r9a36
      マップ -> backend_1kkum7p
      """)
  void makesANamespaceOfAnyName(String name, String namespace) {
    assertThat(BackendNames.check(name)).isEqualTo(name);
    assertThat(BackendNames.namespace(name)).isEqualTo(namespace);
    assertThat(BackendNames.namespace(name, BackendConfig.stdio("x").namespace("given")))
        .isEqualTo("given");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        " a",
        "a ",
        "a\u00a0",
        "\u3000a",
        "a\nb",
        "a\tb",
        "a\u200bb",
        "a\u202eb",
        "\ud83d",
        "a\udc00",
        "\u0007",
        "a\u00adb",
        ".",
        "..",
        "__composite",
        "\ufeffa"
      })
  void refusesWhatCannotBeSeenOrTold(String name) {
    assertThrown(ConfigException.class, () -> BackendNames.check(name))
        .hasMessageContaining("is not a backend name; use 1 to 64 visible characters")
        .satisfies(e -> assertThat(VisibleText.isVisible(String.valueOf(e.getMessage()))).isTrue());
  }

  @Test
  void countsCharactersAndNotTheirHalves() {
    assertThatCode(() -> BackendNames.check("🦊".repeat(64))).doesNotThrowAnyException();
    assertThrown(ConfigException.class, () -> BackendNames.check("🦊".repeat(65)));
    assertThat(BackendNames.namespace("a.".repeat(32))).hasSize(63);
  }

  @Property(tries = 2_000)
  void everyNamespaceIsOne(@ForAll String name) {
    String namespace = BackendNames.namespace(name);

    assertThat(BackendNames.isNamespace(namespace)).isTrue();
    assertThat(BackendNames.namespace(name)).isEqualTo(namespace);
    // A name that was made once is not converted again.
    assertThat(BackendNames.namespace(namespace)).isEqualTo(namespace);
    if (!BackendNames.isNamespace(name)) {
      assertThat(BackendNames.isPlain(namespace)).isTrue();
    }
  }

  @Property(tries = 2_000)
  void whatIsANameCanBeWritten(@ForAll String name) {
    try {
      BackendNames.check(name);
    } catch (ConfigException refused) {
      return;
    }
    assertThat(VisibleText.isVisible(name)).isTrue();
    assertThat(name).isEqualTo(name.strip());
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(name);
  }

  @Example
  void quotesInAddressesWhatIsNotPlain() {
    assertThat(BackendNames.key("github")).isEqualTo("github");
    assertThat(BackendNames.key("a.b")).isEqualTo("\"a.b\"");
  }
}
