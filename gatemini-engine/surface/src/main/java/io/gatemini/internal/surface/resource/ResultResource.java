package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.StoredResult;
import io.gatemini.StoredResult.Match;
import io.gatemini.StoredResult.Matches;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.text.VisibleText;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The originals of answers that were reduced: whole, or what a query asks for. A {@code path} comes
 * first; {@code lines}, {@code page} or {@code search} are those of the part it leads to.
 */
record ResultResource(Gateway gateway) {
  private static final ResourceTemplate DEFINITION =
      new ResourceTemplate(
          "gatemini://result/{id}{?path,lines,page,search}",
          "result",
          "Stored result",
          "The whole of an answer that was reduced. path: a JSON Pointer or a chunk's label. lines:"
              + " a-b. page: a number from 1. search: words to find lines or values by.",
          "",
          ContentAnnotations.of(0.6, Role.ASSISTANT));

  private static final List<String> VIEWS = List.of("lines", "page", "search");

  /** Nine digits at most: always an int. */
  private static final Pattern LINES = Pattern.compile("(\\d{1,9})(?:(-)(\\d{1,9})?)?");

  OwnResource resource() {
    return OwnResource.of(DEFINITION, this::read);
  }

  private Reading read(Session session, Map<String, String> variables) {
    StoredResult whole = gateway.result(variables.getOrDefault("id", ""), session);
    List<String> views = VIEWS.stream().filter(variables::containsKey).toList();
    if (views.size() > 1) {
      throw new InvalidArgumentsException(
          "give one of " + String.join(", ", views) + ", not several");
    }
    StoredResult part = whole.at(variables.getOrDefault("path", ""));
    if (views.isEmpty()) {
      return new Reading(part.isText() ? Reading.TEXT : Reading.JSON, part.text());
    }
    String asked = variables.getOrDefault(views.get(0), "").strip();
    return switch (views.get(0)) {
      case "lines" -> lines(part, asked);
      case "page" -> page(part, asked);
      // A form writes a blank as one plus; a word with one at its end, such as c++, keeps it.
      default -> found(part, part.search(asked.replaceAll("(?<=[^+])\\+(?=[^+])", " ")));
    };
  }

  private static Reading lines(StoredResult part, String asked) {
    Matcher lines = LINES.matcher(asked);
    if (!lines.matches()) {
      throw new InvalidArgumentsException(
          "\"lines\" must be two line numbers such as 1-40, not " + VisibleText.quoted(asked, 40));
    }
    int from = Integer.parseInt(lines.group(1));
    int to =
        lines.group(3) != null
            ? Integer.parseInt(lines.group(3))
            : lines.group(2) != null ? Integer.MAX_VALUE : from;
    return new Reading(Reading.TEXT, part.lines(from, to));
  }

  private static Reading page(StoredResult part, String asked) {
    if (!asked.matches("\\d{1,9}")) {
      throw new InvalidArgumentsException(
          "\"page\" must be a number from 1 to "
              + part.pages()
              + ", not "
              + VisibleText.quoted(asked, 40));
    }
    return new Reading(Reading.TEXT, part.page(Integer.parseInt(asked)));
  }

  private static Reading found(StoredResult part, Matches found) {
    boolean inLines =
        found.matches().isEmpty()
            ? part.isText()
            : found.matches().stream().allMatch(match -> match.line().isPresent());
    return inLines ? lines(part, found) : values(found);
  }

  private static Reading lines(StoredResult part, Matches found) {
    StringBuilder text = new StringBuilder();
    if (found.total() == 0) {
      text.append("no line has any of these words; there are ")
          .append(part.lineCount())
          .append(" lines");
    } else {
      text.append(found.total()).append(found.total() == 1 ? " line found" : " lines found");
      if (found.matches().size() < found.total()) {
        text.append(", the first ").append(found.matches().size()).append(" are");
      }
      text.append(':');
    }
    for (Match match : found.matches()) {
      text.append('\n').append(match.line().orElse(0)).append(": ").append(match.text());
    }
    return new Reading(Reading.TEXT, text.toString());
  }

  private static Reading values(Matches found) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("total", found.total());
    ArrayNode matches = json.putArray("matches");
    for (Match match : found.matches()) {
      ObjectNode entry = matches.addObject().put("path", match.path());
      if (match.isWhole()) {
        entry.set("value", RawJson.parse(match.text()).tree());
      } else {
        if (!match.text().isEmpty()) {
          entry.put("excerpt", match.text());
        }
        entry.put("bytes", match.sizeBytes());
      }
    }
    return new Reading(Reading.JSON, RawJson.of(json).toString());
  }
}
