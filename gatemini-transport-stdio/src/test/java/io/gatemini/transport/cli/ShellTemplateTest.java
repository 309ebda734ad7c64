package io.gatemini.transport.cli;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts are run by the shells of this machine, if it has any, as text on their stdin. */
class ShellTemplateTest {
  private static final List<String> SHELLS =
      List.of("/bin/sh", "/bin/dash", "/bin/bash").stream()
          .filter(shell -> Files.isExecutable(Path.of(shell)))
          .toList();

  /** NUL is the one character that no argument has, so it separates them. */
  private static final String PRINTERS =
      "p() { printf '%s\\000' \"$@\"; }\nq() { printf %s. \"$1\"; }\n";

  /** The command that prints a value, and how often. */
  private record Place(String template, String suffix, int times) {
    Place(String template, int times) {
      this(template, "", times);
    }
  }

  private static final List<Place> PLACES =
      List.of(
          new Place("p {{v}}", 1),
          new Place("p \"{{v}}\"", 1),
          new Place("p ''{{v}}\"\"", 1),
          new Place("p \"$NOTHING{{v}}${NOTHING}\"", 1),
          new Place("p {{v}} \"{{v}}\"", 2),
          new Place("p \"$(q {{v}})\"", ".", 1),
          new Place("p \"$(# it's\nq {{v}})\"", ".", 1),
          new Place("p \"$(q \"{{v}}\" {{v}})\"", ".", 1),
          new Place("p \"$( (q {{v}}) )\" \"{{v}}.\"", ".", 2),
          new Place("X={{v}}; p \"$X\"", 1),
          new Place("X=\"{{v}}\" Y={{v}}\np \"$X\" \"$Y\"", 2),
          new Place("if true; then p {{v}}; fi # it's done\np {{v}}", 2),
          new Place("for x in {{v}} ''{{v}}; do p \"$x\"; done", 2),
          new Place("p {{v}} | cat 2>&1 && p {{v}} >&1", 2),
          new Place("case {{v}} in {{v}}) p \"{{v}}\";; *) p no;; esac", 1),
          new Place("p {{v}} \\\n  \"{{v}}\" \\\n''{{v}} | cat", 3));

  private static CallValues values(@Nullable String value) {
    return new CallValues(
        JsonNodeFactory.instance.objectNode().put("v", value), MissingNode.getInstance());
  }

  private static String script(String template) {
    return ShellTemplate.parse(template, false).commandLine(values("x")).get(2);
  }

  private static String run(String shell, Path directory, String script, String value)
      throws Exception {
    ProcessBuilder builder = new ProcessBuilder(shell, "-s").directory(directory.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().putAll(ShellTemplate.parse("p {{v}}", false).environment(values(value)));
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    try (var stdin = process.getOutputStream()) {
      stdin.write(script.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // A script that is no script ends the shell early.
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  @Provide
  Arbitrary<String> hostileValues() {
    return Arbitraries.oneOf(
            Arbitraries.of(
                ("'¦\"¦\\¦`¦$(touch PWNED)¦a[$(touch PWNED)]¦`touch PWNED`¦; touch PWNED;"
                        + "¦\ntouch PWNED\n¦' ; touch PWNED ; '¦\" ; touch PWNED ; \"¦$HOME¦${HOME}¦&¦|¦#"
                        + "¦!¦*¦~¦{{v}}¦\t¦ ¦-n¦\\'¦'\\''¦EOF\n¦%s¦)¦(¦\r¦𝒳¦ü¦\u0085")
                    .split("¦", -1)),
            Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(3))
        .list()
        .ofMaxSize(6)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 60)
  void handsOverEveryValueWhateverItsQuotes(@ForAll("hostileValues") String value)
      throws Exception {
    StringBuilder script = new StringBuilder(PRINTERS);
    StringBuilder expected = new StringBuilder();
    for (Place place : PLACES) {
      script.append(script(place.template)).append('\n');
      expected.append((value + place.suffix + "\0").repeat(place.times));
    }
    Path directory = Files.createTempDirectory("shell");

    for (String shell : SHELLS) {
      String printed = run(shell, directory, script.toString(), value);

      assertThat(printed).as(shell + " " + script).isEqualTo(expected.toString());
      assertThat(directory).isEmptyDirectory();
    }
    Files.delete(directory);
  }

  @Provide
  Arbitrary<String> scripts() {
    Arbitrary<String> token =
        Arbitraries.of(
            ("'¦\"¦\\¦`¦$¦$(¦)¦(¦((¦{¦}¦${¦#¦;¦|¦&¦<¦<<¦>¦\n¦ ¦ ¦\t¦\r¦=¦!¦*¦x¦EOF"
                    + "¦case a in a)¦esac¦p ¦p ¦if ¦then ¦$((¦))¦$[¦>&¦&>¦[[¦]]¦1¦-¦:¦\\\n")
                .split("¦", -1));
    Arbitrary<String> around = token.list().ofMaxSize(5).map(tokens -> String.join("", tokens));
    return Combinators.combine(around, around, around)
        .as((a, b, c) -> "p " + a + "{{v}}" + b + "{{v}}" + c);
  }

  @Property(tries = 600)
  void neverRunsWhatAValueSaysWhereAScriptIsAccepted(
      @ForAll("scripts") String template, @ForAll("hostileValues") String value) throws Exception {
    String script;
    try {
      script = script(template);
    } catch (TemplateException e) {
      return;
    }
    Path directory = Files.createTempDirectory("shell");

    for (String shell : SHELLS) {
      run(shell, directory, "p() { :; }\n" + script + "\n", value + "\n" + "touch PWNED\n" + value);

      assertThat(directory.resolve("PWNED")).as(shell + " " + template).doesNotExist();
    }
  }

  @Test
  void writesAnAbsentValueAsAnEmptyText() {
    ShellTemplate template = ShellTemplate.parse("p {{v}} \"{{v}}\"", false);

    assertThat(template.commandLine(values(null)))
        .containsExactly("sh", "-c", "p \"${arg_v}\" \"${arg_v}\"");
    assertThat(template.environment(values(null))).containsExactly(Map.entry("arg_v", ""));
  }

  @Test
  void givesEachParameterAVariableOfItsOwn() {
    ShellTemplate template =
        ShellTemplate.parse(
            "p {{max-count}} {{max_count}} {{max.count}} {{größe}} {{PATH}}", false);

    assertThat(template.parameters())
        .containsExactly("max-count", "max_count", "max.count", "größe", "PATH");
    assertThat(template.environment(CallValues.none()).keySet())
        .containsExactly(
            "arg_max_count", "arg_max_count_", "arg_max_count__", "arg_gr__e", "arg_PATH");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      textBlock =
          """
          p '{{v}}'              ! p {{v}}
          p 'a {{v}}' b          ! p 'a '{{v}} b
          p 'a{{v}}b{{ w }}' | q ! p 'a'{{v}}'b'{{ w }} | q
          """)
  void showsHowToWriteAParameterInSingleQuotes(String line, String right) {
    assertThrown(
            TemplateException.class, () -> ShellTemplate.parse("true\n" + line + "\np x", false))
        .hasMessage("{{v}} is inside single quotes, where nothing is replaced; write: " + right);
    assertThat(ShellTemplate.parse("true\n" + right, false).parameters()).contains("v");
  }

  @Table(
      """
      echo `date` {{v}} | "`"
      echo "`echo {{v}}`" | "`"
      echo $((1 + {{v}})) | "$(("
      echo ${x:-"{{v}}"} | "${"
      echo $'{{v}}' | "$'"
      eval "echo {{v}}" | "eval"
      echo $[1 + {{v}}] | "$["
      echo "{{v}} | a quote or a $( that is not closed
      echo "$(echo {{v}}" | a quote or a $( that is not closed
      echo a >&{{v}} | ">&"
      echo a >& "{{v}}" | ">&"
      echo a 2>&1{{v}} | ">&"
      """)
  void refusesWhereQuotingCannotBeKeptSafe(String template, String reason) {
    assertThrown(TemplateException.class, () -> ShellTemplate.parse(template, false))
        .hasMessageContaining("the script has parameters and " + reason)
        .hasMessageContaining("write it as sh -c '…' sh {{name}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat <<EOF\nx {{v}}\nEOF",
        "echo \"$(case x in a) echo {{v}};; esac)\"",
        "((x = {{v}}))",
        "echo $\\\n(echo {{v}})"
      })
  void refusesScriptsBeyondItsGrammar(String template) {
    assertThrown(TemplateException.class, () -> ShellTemplate.parse(template, false))
        .hasMessageContaining("where quoting cannot be kept safe");
  }

  @Values(
      """
      {{v}} a | true && {{v}} | x=1 {{v}} | a; "{{v}}" | if {{v}}; then b; fi | echo $({{v}})
      > f {{v}} | ./bin/{{v}}
      """)
  void refusesAParameterForAProgram(String template) {
    assertThrown(TemplateException.class, () -> ShellTemplate.parse(template, false))
        .hasMessageContaining("the program itself is a parameter: {{v}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p \"(a; {{v}}\"",
        "p \";\" {{v}}",
        "p \\; {{v}}",
        "p 2>&1 {{v}}",
        "> {{v}} p",
        "p \"a\n{{v}}\"",
        "p do {{v}}",
        "x={{v}} p"
      })
  void acceptsParametersThatOnlyLookLikePrograms(String template) {
    assertThat(ShellTemplate.parse(template, false).parameters()).containsExactly("v");
  }

  @Test
  void leavesCommentsAsTheyAre() {
    assertThat(script("p {{v}} # it's {{w}}\np {{v}}"))
        .isEqualTo("p \"${arg_v}\" # it's {{w}}\np \"${arg_v}\"");
  }

  @Test
  void acceptsAnyScriptWithoutParameters() {
    for (String script : List.of("echo `date`", "cat <<E\n'\nE", "echo $((1+2)) ${x:-'a'}")) {
      assertThat(ShellTemplate.parse(script, false).commandLine(CallValues.none()))
          .containsExactly("sh", "-c", script);
    }
  }

  @Test
  void hasNoParametersOnWindows() {
    assertThat(ShellTemplate.parse("dir /b", true).commandLine(CallValues.none()))
        .containsExactly("cmd", "/C", "dir /b");
    assertThatThrownBy(() -> ShellTemplate.parse("dir {{v}}", true))
        .hasMessageContaining("nothing can be quoted safely for cmd.exe");
  }
}
