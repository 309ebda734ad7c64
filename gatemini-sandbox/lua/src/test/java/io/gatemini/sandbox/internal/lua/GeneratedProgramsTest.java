package io.gatemini.sandbox.internal.lua;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * Generated programs, whose answers are those of PUC Lua 5.4.4: by checksums of the recorded ones,
 * and in full where the command is installed. With {@code -Drecord.lua} the checksums are written
 * anew.
 */
class GeneratedProgramsTest {
  private static final String RECORD = "generated.crc.gz";
  private static final int SHOWN = 20;

  @Test
  void answerAsRecorded() throws IOException {
    List<String> differences = new ArrayList<>();
    try (DataInputStream record =
        new DataInputStream(
            new GZIPInputStream(
                Objects.requireNonNull(
                    GeneratedProgramsTest.class.getResourceAsStream("/lua/" + RECORD))))) {
      for (int number = 0; number < GeneratedPrograms.COUNT; number++) {
        String program = GeneratedPrograms.program(number);
        String answer = LuaPrograms.answer(program);
        if (record.readInt() != checksum(answer) && differences.size() < SHOWN) {
          differences.add("program " + number + ":\n" + program + "answers\n" + answer);
        }
      }
      assertThat(record.read()).isEqualTo(-1);
    }

    assertThat(differences).isEmpty();
  }

  @Test
  void answerAsTheReferenceImplementation() throws IOException {
    List<String> programs =
        IntStream.range(0, GeneratedPrograms.COUNT).mapToObj(GeneratedPrograms::program).toList();
    List<String> answers = Oracle.answers(programs);
    assertThat(answers).hasSameSizeAs(programs);
    if (System.getProperty("record.lua") != null) {
      Path file = Path.of("src/test/resources/lua", RECORD);
      try (DataOutputStream record =
          new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(file)))) {
        for (String answer : answers) {
          record.writeInt(checksum(answer));
        }
      }
    }

    List<String> differences = new ArrayList<>();
    for (int number = 0; number < programs.size(); number++) {
      String answer = LuaPrograms.answer(programs.get(number));
      if (!answer.equals(answers.get(number)) && differences.size() < SHOWN) {
        differences.add(
            "program "
                + number
                + ":\n"
                + programs.get(number)
                + "should answer\n"
                + answers.get(number)
                + "but answers\n"
                + answer);
      }
    }
    assertThat(differences).isEmpty();
  }

  private static int checksum(String answer) {
    CRC32 checksum = new CRC32();
    checksum.update(answer.getBytes(StandardCharsets.ISO_8859_1));
    return (int) checksum.getValue();
  }
}
