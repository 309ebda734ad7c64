package io.gatemini.transport.cli;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script for {@code sh -c}. Each parameter is an environment variable of the shell, and a hole
 * becomes a reference to it, in double quotes where the script has none: a value stays one piece of
 * a word. The script is the same text in every call, so no value is ever syntax. An absent value is
 * an empty text.
 *
 * <p>The quotes around a hole follow POSIX (Shell Command Language, sections 2.2 and 2.6.3). A
 * script with holes is refused where its quotes are in doubt, and where bash expands a value once
 * more. A program may do that as well: {@code sh -c} and {@code ssh} read their arguments as
 * scripts.
 */
final class ShellTemplate implements CommandTemplate {
  /** No variable that means something to a shell or a program begins so. */
  private static final String PREFIX = "arg_";

  /** Refused everywhere: backquotes, arithmetic, expansions with quotes or blanks. */
  private static final String BEYOND =
      "`|\\$\\(\\(|\\$\\[|\\$\\\\\\n|\\$(?=\\{\\{)|\\$\\{(?![^}{\"'\\\\$`\\s]*\\})";

  /**
   * Refused outside quotes: arithmetic, here-documents, C strings, {@code eval}, an operator that
   * goes on in the next line, and more than the number of an open file behind {@code >&}.
   */
  private static final String BEYOND_UNQUOTED =
      "|\\(\\(|(?<!<)<<(?!<)|\\$'|[<>(]\\\\\\n|(?<![^\\s;|&(])eval\\s"
          + "|[<>]&(?![ \\t]*(?:[0-9]+-?|-)(?:[ \\t\\n;|&()<>]|$))";

  /** The place where a program begins, as far as that is easy to see. */
  private static final String BEFORE_PROGRAM =
      "(?:^|(?<![\\\\<>])[\\n;|&(])\\s{0,8}"
          + "(?:(?:if|then|elif|else|while|until|do|exec|command|time|[!{])\\s{1,8})?"
          + "(?:\\w{1,32}=\\S{0,32}\\s{1,8}|[<>]\\s?\\S{1,32}\\s{1,8})?";

  private static final Pattern QUOTED = tokens("\"", BEYOND, "");
  private static final Pattern UNQUOTED =
      tokens(
          "",
          BEYOND + BEYOND_UNQUOTED,
          "|'(?:[^']*')?|(?<![^\\s;|&()])#[^\\n]*|[()]|(?<![^\\s;|&(])case\\s");

  private final StringBuilder script = new StringBuilder();
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final boolean windows;

  private ShellTemplate(boolean windows) {
    this.windows = windows;
  }

  private static Pattern tokens(String quote, String beyond, String more) {
    String program = "(?<program>(?<=" + BEFORE_PROGRAM + quote + "[\\w./-]{0,32}))?";
    return Pattern.compile(
        "(?=\\{\\{)" + program + Part.HOLE + "|\\\\.|(?<beyond>" + beyond + ")|\"|\\$\\(" + more,
        Pattern.DOTALL);
  }

  /**
   * Reads a template.
   *
   * @throws TemplateException saying what to change
   */
  static ShellTemplate parse(String template, boolean windows) {
    if (template.isBlank()) {
      throw new TemplateException("the command is empty; write the script to run");
    }
    ShellTemplate shell = new ShellTemplate(windows);
    String beyond = shell.read(template);
    if (windows && !shell.variables.isEmpty()) {
      throw new TemplateException(
          "nothing can be quoted safely for cmd.exe; remove shell: true, or the parameters");
    }
    if (!beyond.isEmpty() && !shell.variables.isEmpty()) {
      throw new TemplateException(
          "the script has parameters and "
              + beyond
              + ", where quoting cannot be kept safe; write it as sh -c '…' sh {{name}} without"
              + " shell: true, and \"$1\" in it");
    }
    return shell;
  }

  /** Returns what no script with holes may have, or nothing. */
  private String read(String template) {
    String beyond = "";
    // The ends of the quotes and parentheses that are open.
    Deque<Character> open = new ArrayDeque<>();
    Matcher token = UNQUOTED.matcher(template);
    while (token.find()) {
      char begin = template.charAt(token.start());
      boolean quoted = inQuotes(open);
      if (begin == '{') {
        token.appendReplacement(script, Matcher.quoteReplacement(reference(token, quoted)));
      } else if (token.group("beyond") != null || (begin == 'c' && open.contains('"'))) {
        // The patterns of a case end with parentheses that close no $( ).
        beyond = beyond.isEmpty() ? '"' + token.group().strip() + '"' : beyond;
      } else if (begin == '(' || begin == '$') {
        open.push(')');
      } else if ((begin == '"' && quoted) || (begin == ')' && !open.isEmpty())) {
        open.pop();
      } else if (begin == '"' || token.group().equals("'")) {
        open.push(begin);
      } else if (begin == '\'') {
        refuseHole(template, token);
      }
      token.usePattern(inQuotes(open) ? QUOTED : UNQUOTED);
    }
    token.appendTail(script);
    return beyond.isEmpty() && !open.isEmpty() ? "a quote or a $( that is not closed" : beyond;
  }

  private static boolean inQuotes(Deque<Character> open) {
    return !open.isEmpty() && open.peek() == '"';
  }

  private String reference(Matcher hole, boolean quoted) {
    String name = hole.group(2);
    if (hole.group("program") != null) {
      throw new TemplateException(
          "the program itself is a parameter: {{"
              + name
              + "}}; write the program, and parameters after it");
    }
    String reference = "${" + variables.computeIfAbsent(name, this::variable) + "}";
    return quoted ? reference : '"' + reference + '"';
  }

  /** A name that a shell reads, and that no other parameter has. */
  private String variable(String parameter) {
    String variable = PREFIX + parameter.replaceAll("[^A-Za-z0-9_]", "_");
    while (variables.containsValue(variable)) {
      variable += "_";
    }
    return variable;
  }

  private static void refuseHole(String template, Matcher quoted) {
    Matcher hole = Part.HOLE.matcher(quoted.group());
    if (hole.find()) {
      int line = template.lastIndexOf('\n', quoted.start()) + 1;
      int end = template.indexOf('\n', quoted.end());
      throw new TemplateException(
          hole.group()
              + " is inside single quotes, where nothing is replaced; write: "
              + template.substring(line, quoted.start())
              + hole.replaceAll("'$0'").replace("''", "")
              + template.substring(quoted.end(), end < 0 ? template.length() : end));
    }
  }

  @Override
  public List<String> commandLine(CallValues values) {
    return List.of(program(), windows ? "/C" : "-c", script.toString());
  }

  @Override
  public Map<String, String> environment(CallValues values) {
    Map<String, String> environment = new LinkedHashMap<>();
    variables.forEach((name, it) -> environment.put(it, values.argument(name).orElse("")));
    return environment;
  }

  @Override
  public String program() {
    return windows ? "cmd" : "sh";
  }

  @Override
  public Set<String> parameters() {
    return variables.keySet();
  }
}
