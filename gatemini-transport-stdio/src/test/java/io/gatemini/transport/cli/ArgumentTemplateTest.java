package io.gatemini.transport.cli;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.testing.Table;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentTemplateTest {
  private static List<String> line(String template, String arguments) {
    return line(template, arguments, "{}");
  }

  private static List<String> line(String template, String arguments, String schema) {
    return ArgumentTemplate.parse(template)
        .commandLine(new CallValues(RawJson.parse(arguments).tree(), RawJson.parse(schema).tree()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '^',
      textBlock =
          """
          echo hello                   @ echo,hello
          echo  a \t b                 @ echo,a,b
          echo 'a b' "c d" e\\ f       @ echo,a b,c d,e f
          echo a'b'"c"d                @ echo,abcd
          echo '' ""                   @ echo,,
          echo "a\\"b\\\\c\\$d\\e"     @ echo,a"b\\c$d\\e
          echo 'a\\b"c'                @ echo,a\\b"c
          echo a\\'b                   @ echo,a'b
          echo '|&;<>()$x`#'           @ echo,|&;<>()$x`#
          echo a#b 5$ $% *.txt ~       @ echo,a#b,5$,$%,*.txt,~
          docker ps --format {{.Names}} @ docker,ps,--format,{{.Names}}
          echo \\{{x}} "{ {x}}"        @ echo,{{x}},{ {x}}
          """)
  void splitsWordsAsAShellWould(String template, String words) {
    assertThat(line(template, "{\"x\": \"value\"}")).isEqualTo(List.of(words.split(",", -1)));
  }

  @Test
  void putsValuesIntoTheirWords() {
    String arguments =
        """
        {"text": "a b", "number": 7, "yes": true, "object": {"k": [1, "v"]}, "decimal": 1.50}\
        """;

    assertThat(line("echo {{text}} --n={{number}} {{ yes }} '{{object}}' {{decimal}}", arguments))
        .containsExactly("echo", "a b", "--n=7", "true", "{\"k\":[1,\"v\"]}", "1.50");
  }

  @Test
  void leavesOutWordsOfAbsentArguments() {
    String template = "list {{path}} --depth={{depth}} '{{a}}-{{b}}' end";

    assertThat(line(template, "{}")).containsExactly("list", "end");
    assertThat(line(template, "{\"path\": null, \"depth\": null, \"a\": \"1\"}"))
        .containsExactly("list", "end");
    assertThat(line(template, "{\"path\": \"\", \"a\": \"1\", \"b\": \"2\"}"))
        .containsExactly("list", "", "1-2", "end");
  }

  @Test
  void leavesOutGroupsOfAbsentArguments() {
    String template = "log [--max-count {{count}}] [--since {{from}} --until={{to}}] end";

    assertThat(line(template, "{}")).containsExactly("log", "end");
    assertThat(line(template, "{\"count\": 3, \"from\": \"x\"}"))
        .containsExactly("log", "--max-count", "3", "end");
    assertThat(line(template, "{\"from\": \"x\", \"to\": \"y]\"}"))
        .containsExactly("log", "--since", "x", "--until=y]", "end");
    assertThat(ArgumentTemplate.parse(template).optionalParameters())
        .containsExactlyInAnyOrder("count", "from", "to");
  }

  @Test
  void keepsBracketsThatAreNoGroups() {
    assertThat(line("tr [a-z] [A-Z] {{x}}", "{}")).containsExactly("tr", "[a-z]", "[A-Z]");
    assertThat(line("jq .[0] '[.a, {{x}}]' [1 2]", "{\"x\": 1}"))
        .containsExactly("jq", ".[0]", "[.a, 1]", "[1", "2]");
    assertThat(line("env [ -f {{x}} ]", "{\"x\": \"y\"}"))
        .containsExactly("env", "[", "-f", "y", "]");
    assertThat(line("a '['--x {{x}}]", "{}")).containsExactly("a", "[--x");
  }

  @Test
  void turnsAnArrayIntoArgumentsWhereTheSchemaSaysIt() {
    String schema = "{\"properties\": {\"files\": {\"type\": [\"array\", \"null\"]}}}";

    assertThat(line("rm -- {{files}}", "{\"files\": [\"a b\", 1, null, \"-c\"]}", schema))
        .containsExactly("rm", "--", "a b", "1", "-c");
    assertThat(line("rm -- {{files}}", "{\"files\": []}", schema)).containsExactly("rm", "--");
    assertThat(line("rm -- x{{files}}", "{\"files\": [1, 2]}", schema))
        .containsExactly("rm", "--", "x[1,2]");
    assertThat(line("rm -- {{files}}", "{\"files\": [1, 2]}")).containsExactly("rm", "--", "[1,2]");
  }

  @Test
  void doesNotExpandWhatAValueBrings() {
    assertThat(line("echo {{a}} {{b}}", "{\"a\": \"{{b}} {{a}}\", \"b\": \"'; $(x)\"}"))
        .containsExactly("echo", "{{b}} {{a}}", "'; $(x)");
  }

  @Property
  void keepsEveryValueOneArgument(
      @ForAll @CharRange(from = 1, to = 126) String first,
      @ForAll @CharRange(from = 1, to = 126) String second) {
    JsonNode arguments = JsonNodeFactory.instance.objectNode().put("a", first).put("b", second);

    List<String> line =
        ArgumentTemplate.parse("run {{a}} \"--x={{b}} {{a}}\" '{{b}}' [-o {{a}}]")
            .commandLine(new CallValues(arguments, MissingNode.getInstance()));

    assertThat(line)
        .containsExactly("run", first, "--x=" + second + " " + first, second, "-o", first);
  }

  @Property
  void readsAnyTemplateOrSaysWhatIsWrong(
      @ForAll @CharRange(from = ' ', to = '~') @StringLength(max = 40) String text,
      @ForAll @AlphaChars @StringLength(min = 1, max = 5) String name) {
    for (String template : List.of(text, text + "{{" + name + "}}" + text)) {
      try {
        ArgumentTemplate parsed = ArgumentTemplate.parse(template);

        assertThat(parsed.program()).isNotBlank();
      } catch (TemplateException e) {
        assertThat(e).hasMessageContaining(" ");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a | b",
        "a && b",
        "a; b",
        "a > b",
        "a < b",
        "a $(b)",
        "a `b`",
        "a $HOME",
        "a ${HOME}",
        "a \"$HOME\"",
        "a \"`b`\"",
        "a # b",
        "a\nb",
        "a ${{x}}",
        "(a)"
      })
  void refusesWhatOnlyAShellUnderstands(String template) {
    assertThrown(TemplateException.class, () -> ArgumentTemplate.parse(template))
        .hasMessageContaining("that only a shell understands")
        .hasMessageEndingWith("or set shell: true");
  }

  @Table(
      """
      echo 'a | a single quote is not closed
      echo "a | a double quote is not closed
      echo a\\ | a backslash ends the template
      {{program}} a | the program itself is a parameter
      ./bin/{{program}} | the program itself is a parameter
      '' | the command is empty
      a [b [c {{d}}]] | cannot be nested
      """)
  void refusesWhatIsMalformed(String template, String problem) {
    assertThrown(TemplateException.class, () -> ArgumentTemplate.parse(template))
        .hasMessageContaining(problem);
  }

  @Test
  void refusesValuesThatNoCommandLineCanHold() {
    assertThrown(
            InvalidArgumentsException.class, () -> line("echo {{x}}", "{\"x\": \"a\\u0000b\"}"))
        .hasMessageContaining("\"x\" holds a NUL character");
  }

  @Test
  void missesWhatTheSchemaRequires() {
    assertThrown(
            InvalidArgumentsException.class,
            () -> line("echo {{x}}", "{}", "{\"required\": [\"x\"]}"))
        .hasMessage("\"x\" is required");
  }
}
