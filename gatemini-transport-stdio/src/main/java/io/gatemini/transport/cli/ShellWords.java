package io.gatemini.transport.cli;

import io.gatemini.transport.cli.ArgumentTemplate.Word;
import io.gatemini.transport.cli.Part.Hole;
import io.gatemini.transport.cli.Part.Literal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/**
 * Splits a template into words by the quoting rules of POSIX (Shell Command Language, section 2.2):
 * white space separates; everything between single quotes is literal; between double quotes a
 * backslash takes the meaning from <code>$ ` " \</code> and a line break; elsewhere from any
 * character. Nothing is expanded, and what a shell would act upon is refused where it is not
 * quoted: who writes it expects it to work.
 */
final class ShellWords {
  private static final String OPERATORS = "|&;<>()`";
  private static final String ESCAPED_IN_DOUBLE_QUOTES = "$`\"\\";

  private final String template;
  private final List<Word> words = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();
  private boolean inWord;
  private boolean opens;
  private boolean closes;
  private int at;

  private ShellWords(String template) {
    this.template = template;
  }

  /**
   * The words of a template.
   *
   * @throws TemplateException saying what to change
   */
  static List<Word> split(String template) {
    return new ShellWords(template.strip()).split();
  }

  private List<Word> split() {
    while (at < template.length()) {
      char c = template.charAt(at);
      if (c == '\n') {
        throw onlyForAShell("line break");
      } else if (Character.isWhitespace(c)) {
        endWord();
        at++;
      } else if (c == '\'') {
        singleQuoted();
      } else if (c == '"') {
        doubleQuoted();
      } else if (c == '\\') {
        escaped();
      } else if (isForAShell(c)) {
        throw onlyForAShell("\"" + c + "\"");
      } else if (!hole()) {
        opens |= c == '[' && !inWord;
        inWord = true;
        closes = c == ']';
        literal.append(c);
        at++;
      }
    }
    endWord();
    return words;
  }

  private boolean isForAShell(char c) {
    char next = at + 1 < template.length() ? template.charAt(at + 1) : ' ';
    return OPERATORS.indexOf(c) >= 0
        || (c == '#' && !inWord)
        || (c == '$' && (Character.isLetter(next) || next == '_' || next == '{' || next == '('));
  }

  private void singleQuoted() {
    beginQuotes();
    while (at < template.length()) {
      char c = template.charAt(at);
      if (c == '\'') {
        at++;
        return;
      }
      if (!hole()) {
        literal.append(c);
        at++;
      }
    }
    throw new TemplateException("a single quote is not closed; close it, or write \\' for one");
  }

  private void doubleQuoted() {
    beginQuotes();
    while (at < template.length()) {
      char c = template.charAt(at);
      if (c == '"') {
        at++;
        return;
      }
      char next = at + 1 < template.length() ? template.charAt(at + 1) : ' ';
      if (c == '\\' && ESCAPED_IN_DOUBLE_QUOTES.indexOf(next) >= 0) {
        literal.append(next);
        at += 2;
      } else if (c == '\\' && next == '\n') {
        at += 2;
      } else if (c == '`' || (c == '$' && isForAShell(c))) {
        throw onlyForAShell("\"" + c + "\"");
      } else if (!hole()) {
        literal.append(c);
        at++;
      }
    }
    throw new TemplateException("a double quote is not closed; close it, or write \\\" for one");
  }

  private void beginQuotes() {
    inWord = true;
    closes = false;
    at++;
  }

  private void escaped() {
    if (at + 1 == template.length()) {
      throw new TemplateException("a backslash ends the template; write \\\\ for one");
    }
    char next = template.charAt(at + 1);
    at += 2;
    if (next != '\n') {
      inWord = true;
      closes = false;
      literal.append(next);
    }
  }

  private boolean hole() {
    Matcher hole = Part.HOLE.matcher(template).region(at, template.length());
    if (!hole.lookingAt()) {
      return false;
    }
    endLiteral();
    inWord = true;
    closes = false;
    parts.add(new Hole(hole.group(1)));
    at = hole.end();
    return true;
  }

  private void endLiteral() {
    if (literal.length() > 0) {
      parts.add(new Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  private void endWord() {
    if (inWord) {
      endLiteral();
      words.add(new Word(parts, opens, closes));
      parts.clear();
      inWord = false;
      opens = false;
      closes = false;
    }
  }

  private static TemplateException onlyForAShell(String what) {
    return new TemplateException(
        "there is a "
            + what
            + " that only a shell understands; put it in single quotes if it is meant literally, or"
            + " set shell: true");
  }
}
