package io.gatemini.internal.surface.resource;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolDescriptor;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.surface.resource.ToolGroups.Group;
import io.gatemini.internal.text.Markdown;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * {@code gatemini://llms-full}: every tool with its whole description and schema, by backend, in
 * parts of at most {@link #MAX_BYTES}. The address alone is the first part.
 */
final class LlmsFullResource {
  static final String URI = "gatemini://llms-full";

  /** The most that a part has in UTF-8 bytes. */
  static final int MAX_BYTES = 1 << 20;

  private static final String PAGE = "page";

  private static final Resource DEFINITION =
      new Resource(
          URI,
          "llms-full",
          "Tools in Full",
          "All tools by backend with whole description and input schema: large. Each part has at"
              + " most 1 MiB and says how to read the next.",
          Reading.MARKDOWN,
          ContentAnnotations.of(0.1, Role.ASSISTANT));

  private static final ResourceTemplate TEMPLATE =
      new ResourceTemplate(
          URI + "{?" + PAGE + "}",
          "llms-full-page",
          "Tools in Full, a Part",
          "A part of gatemini://llms-full. page: a number from 1; each part says how many there"
              + " are.",
          Reading.MARKDOWN,
          ContentAnnotations.of(0.1, Role.ASSISTANT));

  /** Nine digits at most: always an int. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  /** The bound of the words around the tools of a part, in UTF-8 bytes. */
  private static final int FRAME_BYTES = 4 << 10;

  private static final int MAX_SHOWN_LENGTH = 40;

  /** Every page is a value; who completes them wants the first ones. */
  private static final int MAX_VALUES = 1_000;

  private final Gateway gateway;
  private final NextSteps words;
  private final int room;
  private final PerToolCache<Long> sizes = new PerToolCache<>(tool -> Utf8Size.of(entry(tool)));

  /** The text of a gateway, which may still be under construction. */
  LlmsFullResource(Gateway gateway, NextSteps words) {
    this(gateway, words, MAX_BYTES);
  }

  /** The same in parts of another size. */
  LlmsFullResource(Gateway gateway, NextSteps words, int maxBytes) {
    this.words = words;
    this.gateway = gateway;
    this.room = maxBytes - FRAME_BYTES;
  }

  OwnResource resource() {
    return new OwnResource(
        DEFINITION,
        TEMPLATE,
        (session, parameters) ->
            new Reading(Reading.MARKDOWN, read(parameters.getOrDefault(PAGE, "1").strip())),
        Map.of(PAGE, this::pages),
        List::of);
  }

  /** The size of each tool in the text. */
  PerToolCache<Long> sizes() {
    return sizes;
  }

  String read(String asked) {
    int page = NUMBER.matcher(asked).matches() ? Integer.parseInt(asked) : 0;
    CatalogSnapshot snapshot = gateway.catalog();
    List<Group> groups = ToolGroups.of(snapshot);
    List<StringBuilder> parts = parts(groups, page);
    sizes.forget(snapshot);
    int count = parts.size();
    if (page < 1 || page > count) {
      throw new InvalidArgumentsException(
          "\"page\" must be a whole number from 1 to "
              + count
              + ", not "
              + VisibleText.quoted(asked, MAX_SHOWN_LENGTH));
    }
    StringBuilder text = new StringBuilder("# Gatemini tools in full\n\n");
    String where =
        "Part "
            + page
            + " of "
            + count
            + ". "
            + (page < count
                ? "Next part: " + URI + "?" + PAGE + "=" + (page + 1)
                : "This is the last part.");
    if (count > 1) {
      text.append(where).append("\n\n");
    }
    if (page == 1) {
      MarkdownForm.guide(text, groups, words);
    }
    text.append(parts.get(page - 1));
    if (count > 1) {
      text.append('\n').append(where).append('\n');
    }
    return text.toString();
  }

  private List<String> pages() {
    int count = parts(ToolGroups.of(gateway.catalog()), 0).size();
    return IntStream.rangeClosed(1, Math.min(count, MAX_VALUES))
        .mapToObj(Integer::toString)
        .toList();
  }

  /** All parts, at least one; only the wanted one is written. A tool is in one part. */
  private List<StringBuilder> parts(List<Group> groups, int wanted) {
    List<StringBuilder> parts = new ArrayList<>(List.of(new StringBuilder()));
    long used = 0;
    for (Group group : groups) {
      StringBuilder heading = new StringBuilder("\n");
      MarkdownForm.heading(heading, group);
      long headingBytes = Utf8Size.of(heading.toString());
      boolean headed = false;
      for (ToolDescriptor tool : group.tools()) {
        long bytes = sizes.of(tool);
        if (used > 0 && used + bytes + headingBytes > room) {
          parts.add(new StringBuilder());
          used = 0;
          headed = false;
        }
        if (parts.size() == wanted) {
          parts.get(wanted - 1).append(headed ? "" : heading).append(entry(tool));
        }
        used += headed ? bytes : bytes + headingBytes;
        headed = true;
      }
    }
    return parts;
  }

  private String entry(ToolDescriptor tool) {
    String name = "\n### " + Markdown.name(tool.key()) + '\n';
    String description = VisibleText.of(tool.description()).strip();
    String entry =
        name
            + (description.isEmpty() ? "" : Markdown.fenced("text", description))
            + Markdown.fenced("json", VisibleText.escaped(tool.inputSchema().toString()));
    return Utf8Size.of(entry) <= room / 2
        ? entry
        : name + "Too large for this list; read gatemini://tool/{tool_name}.\n";
  }
}
