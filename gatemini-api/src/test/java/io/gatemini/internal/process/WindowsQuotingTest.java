package io.gatemini.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Arguments go through models of everything that reads them on their way: the JDK, which joins
 * them, {@code cmd.exe} twice (its own command line, and the line {@code node x.js %*} of a batch
 * file), and the C runtime, which splits them again. Rules of {@code cmd.exe}: "How does the
 * Windows Command Interpreter parse scripts", phases 1 and 2; of the runtime: "Parsing C
 * command-line arguments" (Microsoft), since 2008.
 */
class WindowsQuotingTest {
  private static final String FILE = "C:\\pro 100%\\n&m\\npx.cmd";

  @Property(tries = 2_000)
  void givesABatchFileEveryArgumentAsItWas(@ForAll("arguments") List<String> arguments) {
    List<String> parts = WindowsQuoting.batch("cmd.exe", FILE, arguments);

    String line = joinedByTheJdk(parts);
    String prefix = "cmd.exe /d /e:on /v:off /s /c ";
    assertThat(line).startsWith(prefix);
    String command = withoutOuterQuotes(line.substring(prefix.length()));
    String expanded = expandedByCmd(command);
    assertThat(hasSyntax(expanded)).as(expanded).isFalse();
    assertThat(expanded).startsWith("\"" + FILE + "\"");
    String forwarded = "\"node.exe\"  \"x.js\" " + expanded.substring(FILE.length() + 2);
    assertThat(hasSyntax(forwarded)).as(forwarded).isFalse();
    List<String> received = splitByTheRuntime(forwarded);
    assertThat(received.subList(2, received.size())).isEqualTo(arguments);
  }

  @Property(tries = 2_000)
  void givesAProgramEveryArgumentAsItWas(@ForAll("arguments") List<String> arguments) {
    List<String> parts = new ArrayList<>(List.of("node.exe"));
    arguments.forEach(argument -> parts.add(WindowsQuoting.plain(argument)));

    List<String> received = splitByTheRuntime(joinedByTheJdk(parts));

    assertThat(received.subList(1, received.size())).isEqualTo(arguments);
  }

  /** Cases that failed in other runtimes. */
  @Example
  void knowsTheAttack() {
    List<String> arguments = List.of("\"&calc.exe", "%CMDCMDLINE:~-1%&calc.exe", "a\\\"b", "c\\");

    List<String> parts = WindowsQuoting.batch("cmd.exe", "C:\\t.bat", arguments);

    assertThat(parts.get(6))
        .isEqualTo(
            "\"\"C:\\t.bat\" \"\"\"&calc.exe\""
                + " \"%%cd:~,%CMDCMDLINE:~-1%%cd:~,%&calc.exe\" \"a\\\\\"\"b\" \"c\\\\\"\"");
  }

  @Provide
  Arbitrary<List<String>> arguments() {
    Arbitrary<Character> nasty = Arbitraries.of('"', '%', '^', '&', '|', '<', '>', '(', ')', '\\');
    Arbitrary<Character> other = Arbitraries.of(' ', '\t', '!', '\'', ',', ';', '=', '~', ':', 'é');
    Arbitrary<Character> any = Arbitraries.chars().filter(c -> c >= ' ');
    return Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(5, nasty),
            net.jqwik.api.Tuple.of(2, other),
            net.jqwik.api.Tuple.of(2, Arbitraries.chars().alpha()),
            net.jqwik.api.Tuple.of(1, any))
        .list()
        .ofMaxSize(12)
        .map(
            chars -> {
              StringBuilder text = new StringBuilder();
              chars.forEach(text::append);
              return text.toString();
            })
        .list()
        .ofMaxSize(4);
  }

  /** Quotes what has white space and is not quoted yet. */
  private static String joinedByTheJdk(List<String> parts) {
    StringBuilder line = new StringBuilder();
    for (String part : parts) {
      line.append(line.isEmpty() ? "" : " ");
      boolean quoted = part.length() >= 2 && part.startsWith("\"") && part.endsWith("\"");
      boolean blank =
          part.chars().anyMatch(c -> Character.isSpaceChar(c) || Character.isWhitespace(c));
      if (!part.isEmpty() && (quoted || !blank)) {
        line.append(part);
      } else {
        int end = part.length();
        while (end > 0 && part.charAt(end - 1) == '\\') {
          end--;
        }
        line.append('"').append(part).append("\\".repeat(part.length() - end)).append('"');
      }
    }
    return line.toString();
  }

  /** {@code /s}. */
  private static String withoutOuterQuotes(String command) {
    assertThat(command).startsWith("\"");
    int last = command.lastIndexOf('"');
    return command.substring(1, last) + command.substring(last + 1);
  }

  /** Every variable there may be is set, to an attack; only the directory is what it is. */
  private static String expandedByCmd(String command) {
    StringBuilder expanded = new StringBuilder();
    int at = 0;
    while (at < command.length()) {
      char c = command.charAt(at);
      int close = command.indexOf('%', at + 1);
      if (c != '%' || close < 0 || close == at + 1) {
        expanded.append(c);
        at++;
        continue;
      }
      String name = command.substring(at + 1, close);
      expanded.append(name.equals("cd:~,") ? "" : "\"&calc.exe&\"");
      at = close + 1;
    }
    return expanded.toString();
  }

  private static boolean hasSyntax(String line) {
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\n' || c == '\r' || (!quoted && "&|<>()^,;=".indexOf(c) >= 0)) {
        return true;
      }
    }
    return quoted;
  }

  private static List<String> splitByTheRuntime(String line) {
    List<String> arguments = new ArrayList<>();
    int at = 0;
    while (at < line.length()) {
      if (line.charAt(at) == ' ' || line.charAt(at) == '\t') {
        at++;
        continue;
      }
      StringBuilder argument = new StringBuilder();
      boolean quoted = false;
      while (at < line.length()) {
        char c = line.charAt(at);
        if (!quoted && (c == ' ' || c == '\t')) {
          break;
        }
        int backslashes = 0;
        while (at < line.length() && line.charAt(at) == '\\') {
          backslashes++;
          at++;
        }
        if (at == line.length() || line.charAt(at) != '"') {
          argument.append("\\".repeat(backslashes));
          if (backslashes == 0) {
            argument.append(c);
            at++;
          }
          continue;
        }
        argument.append("\\".repeat(backslashes / 2));
        if (backslashes % 2 == 1) {
          argument.append('"');
        } else if (quoted && at + 1 < line.length() && line.charAt(at + 1) == '"') {
          argument.append('"');
          at++;
        } else {
          quoted = !quoted;
        }
        at++;
      }
      arguments.add(argument.toString());
    }
    return arguments;
  }
}
