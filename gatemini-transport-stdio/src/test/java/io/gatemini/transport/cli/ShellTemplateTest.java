package io.gatemini.transport.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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

  /** What a value is printed by, and how often. */
  private record Place(String template, String suffix, int times) {
    Place(String template, int times) {
      this(template, "", times);
    }
  }

  private static final List<Place> PLACES =
      List.of(
          new Place("p {{v}}", 1),
          new Place("p \"{{v}}\"", 1),
          new Place("p '{{v}}'", 1),
          new Place("p ''{{v}}\"\"", 1),
          new Place("p \"$NOTHING{{v}}${NOTHING}\"", 1),
          new Place("p {{v}} '{{v}}' \"{{v}}\"", 3),
          new Place("p \"$(q {{v}})\"", ".", 1),
          new Place("p \"$(q '{{v}}')\"", ".", 1),
          new Place("p \"$(q \"{{v}}\" {{v}})\"", ".", 1),
          new Place("p \"$( (q {{v}}) )\" \"{{v}}.\"", ".", 2),
          new Place("X={{v}}; p \"$X\"", 1),
          new Place("X=\"{{v}}\" Y='{{v}}'\np \"$X\" \"$Y\"", 2),
          new Place("if true; then p {{v}}; fi # it's done\np {{v}}", 2),
          new Place("for x in {{v}} '{{v}}'; do p \"$x\"; done", 2),
          new Place("p {{v}} | cat 2>&1 && p {{v}} >&1", 2),
          new Place("case {{v}} in '{{v}}') p \"{{v}}\";; *) p no;; esac", 1),
          new Place("p {{v}} \\\n  \"{{v}}\" \\\n'{{v}}' | cat", 3));

  private static String rendered(String template, String value) {
    return ShellTemplate.parse(template, false)
        .script(
            new CallValues(
                JsonNodeFactory.instance.objectNode().put("v", value), MissingNode.getInstance()));
  }

  private static String run(String shell, Path directory, String script) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(shell, "-s").directory(directory.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
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
                "'",
                "\"",
                "\\",
                "`",
                "$(touch PWNED)",
                "`touch PWNED`",
                "; touch PWNED;",
                "\ntouch PWNED\n",
                "' ; touch PWNED ; '",
                "\" ; touch PWNED ; \"",
                "$HOME",
                "${HOME}",
                "&",
                "|",
                "#",
                "!",
                "*",
                "~",
                "{{v}}",
                "\t",
                " ",
                "-n",
                "\\'",
                "'\\''",
                "EOF\n",
                "%s",
                ")",
                "(",
                "\r",
                "𝒳",
                "ü",
                "\u0085"),
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
      script.append(rendered(place.template, value)).append('\n');
      expected.append((value + place.suffix + "\0").repeat(place.times));
    }
    Path directory = Files.createTempDirectory("shell");

    for (String shell : SHELLS) {
      String printed = run(shell, directory, script.toString());

      assertThat(printed).as(shell + " " + script).isEqualTo(expected.toString());
      assertThat(directory).isEmptyDirectory();
    }
    Files.delete(directory);
  }

  @Provide
  Arbitrary<String> scripts() {
    Arbitrary<String> token =
        Arbitraries.of(
            "'",
            "\"",
            "\\",
            "`",
            "$",
            "$(",
            ")",
            "(",
            "((",
            "{",
            "}",
            "${",
            "#",
            ";",
            "|",
            "&",
            "<",
            "<<",
            ">",
            "\n",
            " ",
            " ",
            "\t",
            "\r",
            "=",
            "!",
            "*",
            "x",
            "EOF",
            "case a in a)",
            "esac",
            "p ",
            "p ",
            "if ",
            "then ",
            "$((",
            "))",
            "[[",
            "]]",
            "1",
            "-",
            ":",
            "\\\n");
    Arbitrary<String> around = token.list().ofMaxSize(5).map(tokens -> String.join("", tokens));
    return Combinators.combine(around, around, around)
        .as((a, b, c) -> "p " + a + "{{v}}" + b + "{{v}}" + c);
  }

  @Property(tries = 600)
  void neverRunsWhatAValueSaysWhereAScriptIsAccepted(
      @ForAll("scripts") String template, @ForAll("hostileValues") String value) throws Exception {
    String script;
    try {
      script = rendered(template, value + "\n" + "touch PWNED\n" + value);
    } catch (TemplateException e) {
      return;
    }
    Path directory = Files.createTempDirectory("shell");

    for (String shell : SHELLS) {
      run(shell, directory, "p() { :; }\n" + script + "\n");

      assertThat(directory.resolve("PWNED")).as(shell + " " + template).doesNotExist();
    }
  }

  @Test
  void writesAnAbsentValueAsAnEmptyText() {
    String script =
        ShellTemplate.parse("p {{v}} \"{{v}}\" '{{v}}'", false)
            .script(
                new CallValues(
                    JsonNodeFactory.instance.objectNode().putNull("v"), MissingNode.getInstance()));

    assertThat(script).isEqualTo("p '' \"\"''\"\" ''");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      textBlock =
          """
          echo `date` {{v}}            ! backquotes
          echo "`echo {{v}}`"          ! backquotes
          echo $((1 + {{v}}))          ! arithmetic
          echo ${x:-"{{v}}"}           ! a ${…} with quotes
          echo $'{{v}}'                ! $'…'
          echo "{{v}}                  ! a quote or a $( that is not closed
          echo "$(echo {{v}}"          ! a quote or a $( that is not closed
          echo a >&{{v}}               ! something else than a number behind >& or <&
          echo a >& "{{v}}"            ! something else than a number behind >& or <&
          echo a 2>&1{{v}}             ! something else than a number behind >& or <&
          """)
  void refusesWhereQuotingCannotBeKeptSafe(String template, String reason) {
    assertThatThrownBy(() -> ShellTemplate.parse(template, false))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("the script has parameters and " + reason)
        .hasMessageContaining("write it as sh -c '…' sh {{name}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat <<EOF\nx {{v}}\nEOF",
        "echo \"$(case x in a) echo {{v}};; esac)\"",
        "echo \"$(# it's\n echo {{v}})\"",
        "((x = {{v}}))",
        "echo $\\\n(echo {{v}})"
      })
  void refusesScriptsBeyondItsGrammar(String template) {
    assertThatThrownBy(() -> ShellTemplate.parse(template, false))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("where quoting cannot be kept safe");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{v}} a",
        "true && {{v}}",
        "x=1 {{v}}",
        "a; \"{{v}}\"",
        "if {{v}}; then b; fi",
        "echo $({{v}})",
        "eval \"echo {{v}}\"",
        "> f {{v}}",
        "./bin/{{v}}"
      })
  void refusesAParameterForAProgram(String template) {
    assertThatThrownBy(() -> ShellTemplate.parse(template, false))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("the program itself is a parameter: {{v}}");
  }

  @Test
  void refusesAParameterInAComment() {
    assertThatThrownBy(() -> ShellTemplate.parse("echo a # {{v}}", false))
        .hasMessage("a parameter stands in a comment; remove it there");
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
