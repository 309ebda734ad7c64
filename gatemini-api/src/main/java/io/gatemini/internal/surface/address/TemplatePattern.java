package io.gatemini.internal.surface.address;

import io.gatemini.internal.text.CountedText;
import io.gatemini.internal.text.CountedText.OutOfSteps;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether an address can come of a server's template, whichever operators of RFC 6570 that has:
 * each of its expressions may stand for anything. The meaning of the address is the server's.
 */
public final class TemplatePattern {
  private static final Pattern EXPRESSION = Pattern.compile("\\{[^{}]*}");
  private static final int MAX_LENGTH = 2_000;
  private static final long MAX_STEPS = 200_000;

  private TemplatePattern() {}

  public static boolean matches(String template, String uri) {
    if (template.length() > MAX_LENGTH || uri.length() > MAX_LENGTH) {
      return false;
    }
    StringBuilder pattern = new StringBuilder();
    Matcher expression = EXPRESSION.matcher(template);
    int from = 0;
    while (expression.find()) {
      pattern.append(Pattern.quote(template.substring(from, expression.start()))).append(".*");
      from = expression.end();
    }
    pattern.append(Pattern.quote(template.substring(from)));
    try {
      CountedText counted = new CountedText(uri, new CountedText.Steps(MAX_STEPS));
      return Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(counted).matches();
    } catch (OutOfSteps | StackOverflowError e) {
      return false;
    }
  }
}
