package io.gatemini.sandbox.internal.lua;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small programs over the whole language and library, one file per subject and one line {@code --->
 * name} before each. Every program runs in a machine of its own and must print, or fail with, what
 * PUC Lua 5.4.4 does: as recorded beside it, and as the command says where it is installed. With
 * {@code -Drecord.lua} the answers of the command are written anew.
 *
 * <p>Differences that stay are not among them: {@code string.dump} and the functions of Debian's
 * {@code LUA_COMPAT_MATHLIB} are absent; addresses; weak tables keep their elements and no
 * finalizer runs; the limit of registers is met elsewhere; bytes that are not UTF-8 become U+FFFD
 * in messages of syntax errors, which are Java texts; {@code for i = 1, 0/0, -1} does not run 2^63
 * times.
 */
class LuaSnippetsTest {
  private static final String MARK = "---> ";
  private static final Pattern ADDRESS = Pattern.compile("(function|table|thread): 0x[0-9a-f]+");

  static Stream<String> subjects() throws IOException, URISyntaxException {
    Path folder =
        Path.of(Objects.requireNonNull(LuaSnippetsTest.class.getResource("/lua/snippets")).toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".lua"))
          .map(name -> name.replace(".lua", ""))
          .sorted()
          .toList()
          .stream();
    }
  }

  @Test
  void coversAtLeastFourHundredPrograms() throws IOException, URISyntaxException {
    int programs = 0;
    for (String subject : subjects().toList()) {
      programs += parts(subject + ".lua").size();
    }

    assertThat(programs).isGreaterThanOrEqualTo(400);
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void answersAsRecorded(String subject) throws IOException {
    Map<String, String> expected = parts(subject + ".out");
    List<String> differences = new ArrayList<>();
    parts(subject + ".lua")
        .forEach(
            (name, program) -> {
              String answer = printable(LuaPrograms.answer(program));
              if (!answer.equals(expected.get(name))) {
                differences.add(
                    String.join("\n", name, program, expected.get(name), "but was", answer));
              }
            });

    assertThat(differences).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void theRecordIsWhatTheReferenceImplementationAnswers(String subject) throws IOException {
    Map<String, String> answers = new LinkedHashMap<>();
    for (Map.Entry<String, String> program : parts(subject + ".lua").entrySet()) {
      String answer = Oracle.answers(List.of(program.getValue())).get(0);
      answers.put(program.getKey(), printable(answer));
    }
    if (System.getProperty("record.lua") != null) {
      StringBuilder record = new StringBuilder();
      answers.forEach(
          (name, answer) -> record.append(MARK).append(name).append('\n').append(answer));
      Files.writeString(Path.of("src/test/resources/lua/snippets", subject + ".out"), record);
      return;
    }

    assertThat(parts(subject + ".out")).containsExactlyEntriesOf(answers);
  }

  // Without addresses, and without what Git might not keep.
  private static String printable(String output) {
    StringBuilder text = new StringBuilder();
    for (char c : ADDRESS.matcher(output).replaceAll("$1: ADDRESS").toCharArray()) {
      if ((c < ' ' && c != '\n' && c != '\t') || c > '~') {
        text.append(String.format("\\x%02X", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static Map<String, String> parts(String file) throws IOException {
    String text;
    try (var stream = LuaSnippetsTest.class.getResourceAsStream("/lua/snippets/" + file)) {
      text = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.ISO_8859_1);
    }
    Map<String, String> parts = new LinkedHashMap<>();
    String all = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    for (String part : all.substring(MARK.length()).split("\n" + MARK, -1)) {
      int end = part.indexOf('\n');
      String before =
          end < 0
              ? parts.put(part, "")
              : parts.put(part.substring(0, end), part.substring(end + 1) + "\n");
      assertThat(before).as("two parts have one name: %s", part).isNull();
    }
    return parts;
  }
}
