package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.sandbox.internal.typescript.SucraseTranspiler;
import io.gatemini.sandbox.internal.typescript.Swc4jTranspiler;
import io.gatemini.sandbox.internal.typescript.TypeScriptBounds;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Texts that nest as deep as their length allows. The native parser gets them in a process of its
 * own, as one that is too deep would end it.
 */
@Tag("long")
class HostileTypeScriptTest {
  /** What is repeated, before and behind the middle. */
  private static final List<String[]> NESTINGS =
      List.of(
          nesting("let x: any = ", "(", "1", ")"),
          nesting("let x: any = ", "[", "1", "]"),
          nesting("let x: any = ", "{a:", "1", "}"),
          nesting("let x: any = ", "`${", "1", "}`"),
          nesting("let x: any = ", "a=>", "1", ""),
          nesting("let x: any = ", "(a:b):c=>", "1", ""),
          nesting("let x: any = ", "(a=", "1", ")=>1"),
          nesting("let x: any = ", "<T,>(a:T)=>", "1", ""),
          nesting("let x: any = ", "a?(b)=>(", "1", ")=>c:d"),
          nesting("let x: any = ", "a?(", "1", "):(b)=>c"),
          nesting("let x: any = ", "a?b:", "1", ""),
          nesting("let x: any = ", "f<a>(", "1", ")"),
          nesting("let x: any = ", "<any>", "1", ""),
          nesting("let x: any = a", "<", "", ""),
          nesting("let x: any = ", "new ", "a", ""),
          nesting("let x: any = ", "typeof ", "a", ""),
          nesting("let x: any = ", "- ", "a", ""),
          nesting("let x: any = ", "a**", "1", ""),
          nesting("let x: any = ", "a+", "1", ""),
          nesting("let x: any = ", "a=", "1", ""),
          nesting("let x: any = a", " as any", "", ""),
          nesting("let x: any = a", "?.b", "", ""),
          nesting("let x: any = a", "``", "", ""),
          nesting("let x: any = ", "class extends ", "a", "{}"),
          nesting("let x: any = ", "class{a=", "1", "}"),
          nesting("let x: any; ", "if(a)", "1", ""),
          nesting("let x: any; ", "do ", "1", ";while(0)"),
          nesting("let x: any; ", "a:", "1", ""),
          nesting("let x: any; ", "{", "1", "}"),
          nesting("type X = ", "A<", "1", ">"),
          nesting("type X = ", "(a:", "1", ")=>b"),
          nesting("type X = ", "(a)=>", "1", ""),
          nesting("type X = ", "A extends B ? C : ", "D", ""),
          nesting("type X = A extends ", "infer U extends ", "B", " ? 1 : 2"),
          nesting("type X = ", "keyof ", "A", ""),
          nesting("type X = ", "{[K in ", "A", "]:1}"),
          nesting("type X = A", "[]", "", ""),
          nesting("type X = ", "`${", "1", "}`"),
          nesting("", "namespace N{", "let a=1", "}"),
          nesting("namespace N", ".N", "{let a=1}", ""),
          nesting("let ", "[", "a", "]"));

  private static String[] nesting(String start, String open, String middle, String close) {
    return new String[] {start, open, middle, close};
  }

  private static String text(String[] nesting, int depth) {
    return nesting[0] + nesting[1].repeat(depth) + nesting[2] + nesting[3].repeat(depth);
  }

  /** As deep as the bounds of the native parser allow. */
  private static String deepest(String[] nesting) {
    int low = 1;
    int high = TypeScriptBounds.MAX_LENGTH;
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (TypeScriptBounds.hold(text(nesting, middle))) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return text(nesting, low);
  }

  /** Run in a process of its own: every text in both forms, one line each. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      Swc4jTranspiler transpiler = new Swc4jTranspiler();
      for (String[] nesting : NESTINGS) {
        for (Form form : Form.values()) {
          String end = outcome(transpiler, deepest(nesting), form);
          System.out.println(String.join("", nesting).trim() + " " + form + " " + end);
        }
      }
      System.out.println("survived");
    }
  }

  private static String outcome(TypeScriptTranspiler transpiler, String text, Form form) {
    try {
      return transpiler.transpile(text, form).code().length() + " characters";
    } catch (ScriptException e) {
      return String.valueOf(e.getMessage()).replace('\n', ' ');
    }
  }

  @Test
  @Timeout(120)
  void theNativeParserSurvivesWhatItsBoundsLetThrough() throws IOException, InterruptedException {
    File output = File.createTempFile("hostile", ".txt");
    Process child =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                "-XX:+UseSerialGC",
                Child.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();

    boolean ended = child.waitFor(100, TimeUnit.SECONDS);
    child.destroyForcibly();
    String printed = Printed.read(output);

    assertThat(ended).as(printed).isTrue();
    assertThat(child.exitValue()).as(printed).isZero();
    assertThat(printed.trim()).endsWith("survived").doesNotContain("cannot be read in");
    // Nothing but what was printed above: the native part has no word of its own on errors.
    assertThat(printed.lines().count()).isEqualTo(2L * NESTINGS.size() + 1);
    assertThat(printed.toLowerCase(Locale.ROOT)).doesNotContain("panicked");
  }

  @Test
  @Timeout(120)
  void sucraseRefusesWhatIsTooDeepAndGoesOn() {
    SucraseTranspiler transpiler = new SucraseTranspiler();
    assertThat(outcome(transpiler, "const a: number = 1", Form.BODY)).isEqualTo("11 characters");

    for (String[] nesting :
        List.of(
            nesting("let x: any = ", "(", "1", ")"),
            nesting("let x: any = ", "`${", "1", "}`"),
            nesting("type X = ", "(a:", "1", ")=>b"))) {
      String end = outcome(transpiler, text(nesting, 5_000), Form.BODY);
      assertThat(end).matches("it is nested too deeply|\\d+ characters|.*cannot be read.*");
    }

    assertThat(transpiler.transpile("const a: number = 1", Form.BODY).code())
        .isEqualTo("const a = 1");
  }

  @Test
  @Timeout(120)
  void sucraseGivesUpWhatTakesTooLongAndGoesOn() {
    SucraseTranspiler transpiler = new SucraseTranspiler(Duration.ofSeconds(3));
    // Warm, as the first texts are slow.
    for (int i = 0; i < 5; i++) {
      assertThat(outcome(transpiler, "const a: number = " + i, Form.BODY)).endsWith("characters");
    }

    String doubling = text(nesting("let x: any = ", "(a=", "1", ")=>1"), 40);

    assertThat(outcome(transpiler, doubling, Form.BODY)).contains("cannot be read as TypeScript");
    assertThat(outcome(transpiler, "const a: number = 1", Form.BODY)).isEqualTo("11 characters");
  }

  /** Reading back what a child printed. */
  private static final class Printed {
    private Printed() {}

    static String read(File file) throws IOException {
      try {
        return java.nio.file.Files.readString(file.toPath(), StandardCharsets.UTF_8)
            .lines()
            // Newer JDKs tell that native code is loaded at all.
            .filter(line -> !line.isEmpty() && !line.startsWith("WARNING: "))
            .collect(Collectors.joining("\n"));
      } finally {
        java.nio.file.Files.deleteIfExists(file.toPath());
      }
    }
  }
}
