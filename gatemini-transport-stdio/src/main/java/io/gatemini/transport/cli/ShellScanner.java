package io.gatemini.transport.cli;

import io.gatemini.transport.cli.Part.Hole;
import io.gatemini.transport.cli.Part.Literal;
import io.gatemini.transport.cli.Part.Quoting;
import io.gatemini.transport.cli.Part.Written;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the quotes that each hole of a shell script stands in (POSIX Shell Command Language,
 * section 2.2 and 2.6.3). It knows a part of the language, in which there is no doubt; a script
 * with holes that goes beyond it is refused: backquotes, here-documents, arithmetic, expansions
 * with quotes in them, <code>$'…'</code>, <code>case</code> and comments in <code>$( )</code>.
 */
final class ShellScanner {
  /** {@code ${NAME}} and whatever else has nothing in it that a quote could change. */
  private static final Pattern PLAIN_EXPANSION = Pattern.compile("\\$\\{[^}{\"'\\\\$`\\s]*\\}");

  /** The number of an open file, or a dash, and nothing more in the word. */
  private static final Pattern DESCRIPTOR =
      Pattern.compile("[ \\t]*(?:[0-9]+-?|-)(?=[ \\t\\n;|&()<>]|$)");

  /** After these, a command begins. */
  private static final Set<String> BEFORE_COMMANDS =
      Set.of(
          "if", "then", "elif", "else", "while", "until", "do", "!", "{", "eval", "exec", "command",
          "time");

  private final String script;
  private final List<Part> parts = new ArrayList<>();
  private final Deque<Context> contexts = new ArrayDeque<>();
  private Optional<String> beyond = Optional.empty();
  private int literalFrom;
  private int at;

  /** One level of {@code $( )}, with its own quotes. */
  private static final class Context {
    boolean doubleQuoted;
    int parentheses;
    boolean commandNext = true;
    boolean inWord;
    boolean commandWord;
    boolean fileNext;
    final StringBuilder word = new StringBuilder();

    void operator() {
      endWord();
      commandNext = true;
      fileNext = false;
    }

    void begin(char c) {
      if (!inWord) {
        inWord = true;
        // The file of a redirection is not the command; that may still come.
        commandWord = commandNext && !fileNext;
        commandNext &= fileNext;
        fileNext = false;
      }
      word.append(c);
    }

    String endWord() {
      String ended = word.toString();
      if (inWord && commandWord) {
        // Assignments before a command, and words that a command follows.
        commandNext = ended.indexOf('=') > 0 || BEFORE_COMMANDS.contains(ended);
      }
      inWord = false;
      commandWord = false;
      word.setLength(0);
      return ended;
    }
  }

  private ShellScanner(String script) {
    this.script = script;
  }

  /**
   * The script in parts.
   *
   * @throws TemplateException saying what to change
   */
  static List<Part> scan(String script) {
    return new ShellScanner(script).scan();
  }

  private List<Part> scan() {
    contexts.push(new Context());
    while (at < script.length()) {
      if (context().doubleQuoted) {
        doubleQuoted();
      } else {
        unquoted();
      }
    }
    if (contexts.size() > 1 || context().doubleQuoted) {
      beyond("a quote or a $( that is not closed");
    }
    endLiteral(script.length());
    if (beyond.isPresent() && parts.stream().anyMatch(Hole.class::isInstance)) {
      throw new TemplateException(
          "the script has parameters and "
              + beyond.get()
              + ", where quoting cannot be kept safe; write it as sh -c '…' sh {{name}} without"
              + " shell: true, and \"$1\" in it");
    }
    return parts;
  }

  private Context context() {
    return contexts.getFirst();
  }

  private void unquoted() {
    char c = script.charAt(at);
    switch (c) {
      case '\'' -> singleQuoted();
      case '"' -> {
        context().begin(c);
        context().doubleQuoted = true;
        at++;
      }
      case '\\' -> backslash();
      case '`' -> {
        beyond("backquotes");
        at++;
      }
      case '$' -> dollar();
      case '#' -> comment();
      case ' ', '\t' -> {
        endWord();
        at++;
      }
      case '\n', ';', '|', '&', '(', ')', '<', '>' -> operator(c);
      default -> {
        if (!hole(Quoting.NONE)) {
          context().begin(c);
          at++;
        }
      }
    }
  }

  private void operator(char c) {
    Context context = context();
    boolean redirected = at > 0 && (script.charAt(at - 1) == '>' || script.charAt(at - 1) == '<');
    if (c == '<' || c == '>') {
      if (script.startsWith("<<", at) && !script.startsWith("<<<", at)) {
        beyond("a here-document");
      }
      endWord();
      context.fileNext = true;
      at += script.startsWith("<<<", at) ? 3 : 1;
      return;
    }
    if (redirected && (c == '&' || c == '|')) {
      if (c == '&' && !DESCRIPTOR.matcher(script).region(at + 1, script.length()).lookingAt()) {
        // bash expands such a word twice: quotes do not keep what a value says.
        beyond("something else than a number behind >& or <&");
      }
      at++;
      return;
    }
    if (c == '(' && script.startsWith("((", at)) {
      beyond("arithmetic");
    }
    endWord();
    context.operator();
    if (c == '(') {
      context.parentheses++;
    } else if (c == ')' && context.parentheses > 0) {
      context.parentheses--;
    } else if (c == ')' && contexts.size() > 1) {
      contexts.pop();
      context().begin(c);
    }
    at++;
  }

  private void backslash() {
    if (!continuesLine()) {
      context().begin('\\');
    }
    at = Math.min(script.length(), at + 2);
  }

  /** The shell joins lines before it looks for operators; one that is split so is not seen here. */
  private boolean continuesLine() {
    if (!script.startsWith("\\\n", at)) {
      return false;
    }
    if (at > 0 && "$<(".indexOf(script.charAt(at - 1)) >= 0) {
      beyond("an operator that continues on the next line");
    }
    return true;
  }

  private void endWord() {
    String word = context().endWord();
    if (contexts.size() > 1 && word.equals("case")) {
      beyond("\"case\" in $( )");
    }
  }

  private void singleQuoted() {
    context().begin('\'');
    at++;
    while (at < script.length()) {
      if (script.charAt(at) == '\'') {
        at++;
        return;
      }
      if (!hole(Quoting.SINGLE)) {
        at++;
      }
    }
    beyond("a single quote that is not closed");
  }

  private void doubleQuoted() {
    char c = script.charAt(at);
    if (c == '"') {
      context().doubleQuoted = false;
      at++;
    } else if (c == '\\') {
      backslash();
    } else if (c == '`') {
      beyond("backquotes");
      at++;
    } else if (c == '$') {
      dollar();
    } else if (!hole(Quoting.DOUBLE)) {
      at++;
    }
  }

  private void dollar() {
    Context context = context();
    context.begin('$');
    char next = at + 1 < script.length() ? script.charAt(at + 1) : ' ';
    if (next == '(') {
      if (script.startsWith("$((", at)) {
        beyond("arithmetic");
      }
      at += 2;
      contexts.push(new Context());
    } else if (next == '{') {
      if (Part.holeAt(script, at + 1).isPresent()) {
        throw new TemplateException("there is a $ in front of a parameter; remove it");
      }
      Matcher plain = PLAIN_EXPANSION.matcher(script).region(at, script.length());
      if (plain.lookingAt()) {
        at = plain.end();
      } else {
        beyond("a ${…} with quotes or blanks in it");
        at += 2;
      }
    } else if (next == '\'' && !context.doubleQuoted) {
      beyond("$'…'");
      at++;
    } else {
      // $#, $$ and the like are two characters; what follows them begins anew.
      at += next == '#' || next == '$' ? 2 : 1;
    }
  }

  private void comment() {
    if (context().inWord) {
      context().begin('#');
      at++;
      return;
    }
    if (contexts.size() > 1) {
      beyond("a comment in $( )");
    }
    int end = script.indexOf('\n', at);
    int stop = end < 0 ? script.length() : end;
    while (at < stop) {
      if (Part.holeAt(script, at).isPresent()) {
        throw new TemplateException("a parameter stands in a comment; remove it there");
      }
      at++;
    }
  }

  private boolean hole(Quoting quoting) {
    Optional<Written> written = Part.holeAt(script, at);
    if (written.isEmpty()) {
      return false;
    }
    Context context = context();
    context.begin('{');
    if (context.commandWord && context.word.indexOf("=") < 0) {
      throw new TemplateException(
          "the program itself is a parameter: {{"
              + written.get().name()
              + "}}; write the program, and parameters after it");
    }
    endLiteral(at);
    parts.add(new Hole(written.get().name(), quoting));
    at = written.get().end();
    literalFrom = at;
    return true;
  }

  private void endLiteral(int end) {
    if (end > literalFrom) {
      parts.add(new Literal(script.substring(literalFrom, end)));
      literalFrom = end;
    }
  }

  private void beyond(String what) {
    if (beyond.isEmpty()) {
      beyond = Optional.of(what);
    }
  }
}
