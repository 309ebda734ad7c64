package io.gatemini.sandbox.internal.lua;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.sandbox.internal.lua.value.Meter;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs of many topics, each of which prints what PUC Lua 5.4.4 prints: as recorded beside the
 * program ({@code lua5.4 topic.lua > topic.out}), and as the command says where it is installed.
 */
class LuaProgramsTest {
  static Stream<Path> programs() throws IOException, URISyntaxException {
    Path folder =
        Path.of(Objects.requireNonNull(LuaProgramsTest.class.getResource("/lua")).toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".lua")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void printsWhatWasRecorded(Path program) throws IOException {
    Path record = Path.of(program.toString().replaceFirst("lua$", "out"));

    assertThat(lines(ours(program))).containsExactlyElementsOf(lines(Files.readAllBytes(record)));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void printsWhatTheReferenceImplementationPrints(Path program) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>()).redirectErrorStream(true);
    builder.directory(Objects.requireNonNull(program.getParent()).toFile());
    Process process = Oracle.start(builder, program.getFileName().toString());
    byte[] theirs = process.getInputStream().readAllBytes();

    assertThat(lines(ours(program))).containsExactlyElementsOf(lines(theirs));
  }

  private static byte[] ours(Path program) throws IOException {
    Meter meter = new Meter(1_000_000_000L, 256L << 20, 4L << 30, 64 << 20);
    return LuaPrograms.output(Files.readAllBytes(program), program.getFileName().toString(), meter);
  }

  // Bytes that are no text must be distinguished too.
  private static List<String> lines(byte[] output) {
    return new String(output, StandardCharsets.ISO_8859_1).lines().toList();
  }
}
