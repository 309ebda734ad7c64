package io.gatemini.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.server.Main.ServeArguments;
import io.gatemini.testing.Values;
import java.nio.file.Path;

class MainTest {
  @Values(
      """
      serve | -c x.yaml serve | --direct | serve --direct | --direct serve | -c x.yaml --direct
      serve --direct --config x.yaml | --direct -c x.yaml serve | serve --surface servers
      --surface servers serve -c x.yaml | serve --socket s.sock
      --socket s.sock -c x.yaml serve --surface servers
      """)
  void servesThePlainFormsByItself(String line) {
    ServeArguments arguments = ServeArguments.of(line.split(" "));

    assertThat(arguments)
        .isEqualTo(
            new ServeArguments(
                line.contains("--direct"),
                line.contains("x.yaml") ? Path.of("x.yaml") : null,
                line.contains("--surface") ? "servers" : null,
                line.contains("--socket") ? Path.of("s.sock") : null));
  }

  @Values(
      """
      `` | -c x.yaml | demo | serve tools | --direct tools | --direct --help | --direct -c
      -c --direct | --direct -c a -c b | serve serve --direct | --surface servers | serve --surface
      serve --socket | --direct --socket s.sock | serve --surface --direct
      serve --surface meta --surface servers
      """)
  void leavesEverythingElseToTheCommandLineParser(String line) {
    assertThat(ServeArguments.of(line.split(" "))).isNull();
  }
}
