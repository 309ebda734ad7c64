package io.gatemini.internal.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import org.jspecify.annotations.Nullable;

/** Errors of the JSON parser in the words of its readers, with line and column. Stateless. */
public final class JsonProblem {
  private static final String VALUE = "\\(?(?:a valid value \\()?JSON String.*";

  /** Messages of Jackson, and the words for them; the first that matches counts. */
  private static final String[][] WORDS = {
    {"Unexpected end-of-input.*", "the text ends in the middle of a value"},
    {
      "Unexpected character \\('(.*?)' \\(code .*?\\)+: \\w*? ?expect\\w+ " + VALUE,
      "'$1' begins no value"
    },
    {
      "Unexpected character \\('(.*?)' \\(code .*?\\)+: \\w*? ?expect\\w+ (.*)",
      "'$1' where $2 is expected"
    },
    {"Unexpected close marker '(.)': expected '(.)'.*", "'$1' where '$2' is expected"},
    {"(?:Unrecognized|Non-standard) token '(.*?)'.*", "'$1' is no JSON value"},
    {
      "Illegal unquoted character .*code (\\d+).*",
      "a control character (code $1) that is not escaped"
    },
    {"Unrecognized character escape '(.*?)'.*", "'\\\\$1' is no escape"},
    {"(.*), from `.*", "$1)"},
    {"(.*?) ?\\(?(?:start marker at )?\\[Source.*", "$1"},
  };

  private JsonProblem() {}

  /** The problem, without an excerpt of the text. */
  public static String of(JsonProcessingException failure) {
    String message = String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
    for (String[] words : WORDS) {
      if (message.matches(words[0])) {
        message =
            message
                .replaceFirst(words[0], words[1])
                .replace("comma to separate", "a comma between")
                .replace("double-quote to start field name", "a name in double quotes")
                .replace("colon to separate field name", "colon between name");
        break;
      }
    }
    return message + place(failure.getLocation());
  }

  private static String place(@Nullable JsonLocation at) {
    return at == null || at.getLineNr() < 1
        ? ""
        : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }
}
