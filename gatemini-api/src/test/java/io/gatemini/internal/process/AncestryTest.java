package io.gatemini.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AncestryTest {
  @TempDir private Path directory;

  private Path file(String name) throws IOException {
    return Files.writeString(directory.resolve(name), "{}");
  }

  /** The ancestry of a child of a gateway with these files. */
  private static Ancestry childOf(Ancestry parent, Path... files) {
    Runnable leave = parent.add(List.of(files));
    Ancestry child = new Ancestry(parent.below());
    leave.run();
    return child;
  }

  @Test
  void refusesAConfigurationBelowItself() throws IOException {
    Path own = file("own.yaml");
    Ancestry child = childOf(new Ancestry(null), own);
    Path otherName = directory.resolve("x").resolve("..").resolve("own.yaml");
    Files.createDirectory(directory.resolve("x"));

    for (Path name : List.of(own, otherName)) {
      assertThatThrownBy(() -> child.add(List.of(name)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("own.yaml is used by a gateway above this one already")
          .hasMessageContaining("GATEMINI_ABOVE")
          .hasMessageNotContaining(directory.toString());
    }
  }

  @Test
  void refusesAConfigurationTwoGatewaysBelow() throws IOException {
    Path own = file("own.yaml");
    Ancestry grandchild = childOf(childOf(new Ancestry(null), own), file("other.yaml"));

    assertThatThrownBy(() -> grandchild.add(List.of(own))).isInstanceOf(ConfigException.class);
  }

  @Test
  void refusesAFourthGatewayAndNoThird() throws IOException {
    Ancestry third = childOf(childOf(new Ancestry(null)), file("b.yaml"));
    Ancestry fourth = childOf(third);

    third.add(List.of(file("c.yaml"))).run();
    assertThatThrownBy(() -> fourth.add(List.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("3 gateways above this one");
    assertThatThrownBy(() -> new Ancestry("/".repeat(9_000)).add(List.of()))
        .isInstanceOf(ConfigException.class);
  }

  @Test
  void forgetsAGatewayThatIsClosed() throws IOException {
    Path own = file("own.yaml");
    Ancestry process = new Ancestry(null);
    Runnable first = process.add(List.of(own));
    Runnable second = process.add(List.of(own));

    first.run();
    assertThat(process.below()).matches("[0-9a-f]{32}");
    second.run();
    assertThat(process.below()).isEqualTo("-");
  }

  @Test
  void allowsTheSameConfigurationTwiceInOneProcess() throws IOException {
    Ancestry process = new Ancestry(null);
    Path own = file("own.yaml");

    process.add(List.of(own));
    process.add(List.of(own));

    assertThat(process.below()).doesNotContain(",");
  }
}
