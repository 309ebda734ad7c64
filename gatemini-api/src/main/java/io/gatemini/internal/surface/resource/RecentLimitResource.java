package io.gatemini.internal.surface.resource;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.surface.listing.Reading;
import io.gatemini.internal.text.VisibleText;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** <code>gatemini://recent/{limit}</code>: as many of the last calls as are asked for. */
record RecentLimitResource(RecentCallRows calls) implements TemplatedResource {
  private static final ResourceTemplate DEFINITION =
      new ResourceTemplate(
          "gatemini://recent/{limit}",
          "recent-limit",
          "Recent Tool Calls, as many as asked for",
          "The last calls of backend tools, newest first. limit: from 1 to " + RecentCallRows.MOST,
          Reading.JSON,
          ContentAnnotations.of(0.2, Role.USER, Role.ASSISTANT));

  /** Three digits at most: always an int. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}");

  private static final int MAX_SHOWN_LENGTH = 40;

  @Override
  public ResourceTemplate definition() {
    return DEFINITION;
  }

  @Override
  public Reading read(Session session, Map<String, String> variables) {
    String asked = variables.getOrDefault("limit", "");
    int limit = NUMBER.matcher(asked).matches() ? Integer.parseInt(asked) : 0;
    if (limit < 1 || limit > RecentCallRows.MOST) {
      throw new InvalidArgumentsException(
          "\"limit\" must be a whole number from 1 to "
              + RecentCallRows.MOST
              + ", not "
              + VisibleText.quoted(asked, MAX_SHOWN_LENGTH));
    }
    return new Reading(Reading.JSON, calls.last(limit));
  }

  @Override
  public List<String> values(String variable) {
    return variable.equals("limit") ? List.of("10", "20", "50") : List.of();
  }
}
