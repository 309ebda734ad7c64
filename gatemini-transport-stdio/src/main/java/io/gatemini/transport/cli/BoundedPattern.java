package io.gatemini.transport.cli;

import com.networknt.schema.SchemaException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import io.gatemini.internal.text.CountedText;
import io.gatemini.internal.text.CountedText.OutOfSteps;
import io.gatemini.internal.text.CountedText.Steps;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of a schema, in the dialect of the JDK, that gives up once a check has looked at too
 * many characters. Thread-safe.
 */
final class BoundedPattern implements RegularExpression {
  /** The characters a check may look at, whatever its texts are: some tens of milliseconds. */
  private static final long LEAST_STEPS = 5_000_000;

  /** And how often at each character: more than a few times only where it goes back a lot. */
  private static final int STEPS_A_CHARACTER = 20;

  private static final int MAX_SHOWN = 100;
  private static final Pattern GROUP = Pattern.compile("(?<=\\(\\?<|\\\\k<)[\\w$]+(?=>)");

  /** The rest for the check on this thread. */
  private static final ThreadLocal<@Nullable Steps> CHECK = new ThreadLocal<>();

  private final String text;
  private final Pattern pattern;

  /**
   * @throws SchemaException when it is no pattern
   */
  BoundedPattern(String text) {
    this.text = text;
    // ECMA-262 allows more characters in the names of groups.
    String named =
        GROUP.matcher(text).replaceAll(it -> it.group().replace("_", "x5F").replace("$", "x24"));
    String dollars = RegularExpressions.replaceDollarAnchors(named);
    try {
      pattern = Pattern.compile(RegularExpressions.replaceLongformCharacterProperties(dollars));
    } catch (PatternSyntaxException e) {
      throw new SchemaException("the pattern " + text + " is none: " + e.getDescription());
    }
  }

  /** Does a check, all of whose patterns are bounded together. */
  static <T> T bounded(Supplier<T> check) {
    CHECK.set(new Steps(LEAST_STEPS));
    try {
      return check.get();
    } finally {
      CHECK.remove();
    }
  }

  @Override
  public boolean matches(String value) {
    Steps known = CHECK.get();
    Steps steps = known == null ? new Steps(LEAST_STEPS) : known;
    steps.add((long) STEPS_A_CHARACTER * value.length());
    try {
      return pattern.matcher(new CountedText(value, steps)).find();
    } catch (OutOfSteps | StackOverflowError e) {
      // Matching is recursive: a long text can take the stack before it takes the time.
      throw new TooManySteps(text);
    }
  }

  /** A check took too long. The validator passes on nothing but exceptions of its own kind. */
  static final class TooManySteps extends SchemaException {
    private static final long serialVersionUID = 1;

    TooManySteps(String pattern) {
      super(
          "checking against the pattern "
              + (pattern.length() <= MAX_SHOWN ? pattern : pattern.substring(0, MAX_SHOWN) + "…")
              + " of the input_schema takes too long for this text; give a shorter one");
    }
  }
}
