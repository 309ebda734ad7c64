package io.gatemini.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.config.GatewaySettings.Bitwarden;
import io.gatemini.internal.process.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A script stands for Bitwarden's program; it answers as bws 1.0 does. */
@DisabledOnOs(OS.WINDOWS)
class BitwardenSecretsTest {
  private static final String SCRIPT =
      """
      #!/bin/sh
      echo "$1 $BWS_ACCESS_TOKEN" >> "$(dirname "$0")/asked"
      if [ "$1" = project ]; then
        echo '[{"id": "p1", "name": "dotenv"}, {"id": "p2", "name": "other"}]'
      else
        echo '[{"projectId": "p1", "key": "TOKEN", "value": "é s3cret"},
               {"projectId": "p2", "key": "TOKEN", "value": "another"},
               {"projectId": null, "key": "LOOSE", "value": "x"}]'
      fi
      """;

  @TempDir Path directory = Path.of("");

  private BitwardenSecrets secrets(String script) throws IOException {
    Path program = Files.writeString(directory.resolve("bws"), script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return new BitwardenSecrets(
        () -> Optional.of(new Bitwarden(Optional.of("t0ken"), Optional.empty())),
        Environment.system(),
        program.toString());
  }

  @Test
  void findsASecretByProjectAndKeyAndAsksOnce() throws IOException {
    BitwardenSecrets secrets = secrets(SCRIPT);

    assertThat(secrets.resolve("project/dotenv/key/TOKEN")).hasValue("é s3cret");
    assertThat(secrets.resolve("project/other/key/TOKEN")).hasValue("another");
    assertThat(secrets.resolve("project/dotenv/key/NONE")).isEmpty();
    assertThat(Files.readAllLines(directory.resolve("asked")))
        .containsExactly("project t0ken", "secret t0ken");
  }

  @Test
  void saysWhatIsWrongWithoutWhatTheProgramSaid() throws IOException {
    BitwardenSecrets secrets = secrets("#!/bin/sh\necho t0ken is wrong >&2\nexit 3\n");

    assertThatThrownBy(() -> secrets.resolve("project/dotenv/key/TOKEN"))
        .hasMessage(
            "secrets.providers.bws: the program \""
                + directory.resolve("bws")
                + "\" ended with status 3; run it by hand to see why");
  }

  @Test
  void saysThatTheProgramIsMissing() {
    BitwardenSecrets secrets =
        new BitwardenSecrets(
            () -> Optional.of(new Bitwarden(Optional.empty(), Optional.empty())),
            Environment.system(),
            directory.resolve("none").toString());

    assertThatThrownBy(() -> secrets.resolve("project/a/key/B"))
        .hasMessageEndingWith("cannot be started; install it or write its whole path");
  }

  @Test
  void fallsBackOnTheVariableOfTheKeyWhereItIsNotEnabled() {
    BitwardenSecrets secrets = new BitwardenSecrets(Optional::empty, Environment.system());

    assertThat(secrets.resolve("project/dotenv/key/PATH")).hasValue(System.getenv("PATH"));
    assertThat(secrets.resolve("project/dotenv/key/GATEMINI_NO_SUCH")).isEmpty();
  }
}
