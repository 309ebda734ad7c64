package io.gatemini.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigSnapshotTest {
  /** The file is of the server of 0.2.0 at 4934c97e7; only the folder has another name. */
  @Test
  void goesOnWithWhatAFormerServerAccepted(@TempDir Path directory) throws IOException {
    Path kept = directory.resolve("accepted.json");
    try (InputStream former = getClass().getResourceAsStream("accepted-0.2.0.json")) {
      Files.copy(Objects.requireNonNull(former), kept);
    }

    ConfigSnapshot accepted = ConfigSnapshot.saved(kept).orElseThrow();

    assertThat(accepted.text()).startsWith("# Written for 0.2.0").contains("  greeter:\n");
    assertThat(accepted.copies()).containsKey("/home/user/gateway/tools.yaml");
    assertThat(accepted.folder()).contains(ConfigSnapshot.folder(kept));
  }
}
