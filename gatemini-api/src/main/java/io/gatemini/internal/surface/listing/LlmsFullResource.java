package io.gatemini.internal.surface.listing;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.surface.listing.ToolGroups.Group;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * {@code gatemini://llms-full}: every tool with its whole description and schema, by backend, in
 * parts of at most {@link #MAX_BYTES}. The address alone is the first part.
 */
public final class LlmsFullResource implements FixedResource {
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

  private static final int MAX_SHOWN_LENGTH = 40;

  /** Every page is a value; who completes them wants the first ones. */
  private static final int MAX_VALUES = 1_000;

  private final Gateway gateway;
  private final NextSteps words;
  private final int maxBytes;
  private final PerToolCache<Long> sizes = new PerToolCache<>(ToolParts::bytes);
  private final CatalogText<ToolParts> parts;

  /** The text of a gateway, which may still be under construction. */
  public LlmsFullResource(Gateway gateway, NextSteps words) {
    this(gateway, words, MAX_BYTES);
  }

  /** The same in parts of another size. */
  LlmsFullResource(Gateway gateway, NextSteps words, int maxBytes) {
    this.words = words;
    this.gateway = gateway;
    this.maxBytes = maxBytes;
    this.parts = new CatalogText<>(gateway, snapshot -> ToolParts.of(snapshot, sizes, maxBytes));
  }

  @Override
  public List<PerToolCache<?>> kept() {
    return List.of(sizes);
  }

  @Override
  public Resource definition() {
    return DEFINITION;
  }

  @Override
  public Optional<ResourceTemplate> template() {
    return Optional.of(TEMPLATE);
  }

  @Override
  public String read(Session session) {
    return read(session, Map.of());
  }

  @Override
  public String read(Session session, Map<String, String> parameters) {
    CatalogSnapshot snapshot = gateway.catalog();
    ToolParts divided = parts.of(snapshot);
    int page = page(parameters.getOrDefault(PAGE, "1").strip(), divided.count());
    return text(snapshot, divided, page);
  }

  @Override
  public List<String> values(String parameter) {
    if (!parameter.equals(PAGE)) {
      return List.of();
    }
    return IntStream.rangeClosed(1, Math.min(parts.get().count(), MAX_VALUES))
        .mapToObj(Integer::toString)
        .toList();
  }

  private static int page(String asked, int count) {
    int page = NUMBER.matcher(asked).matches() ? Integer.parseInt(asked) : 0;
    if (page < 1 || page > count) {
      throw new InvalidArgumentsException(
          "\"page\" must be a whole number from 1 to "
              + count
              + ", not "
              + VisibleText.quoted(asked, MAX_SHOWN_LENGTH));
    }
    return page;
  }

  private String text(CatalogSnapshot snapshot, ToolParts divided, int page) {
    List<Group> groups = ToolGroups.of(snapshot);
    StringBuilder text = new StringBuilder(divided.count() == 1 ? 1 << 12 : maxBytes);
    text.append("# Gatemini tools in full\n\n");
    String where = where(snapshot, divided, page);
    if (divided.count() > 1) {
      text.append(where).append("\n\n");
    }
    if (page == 1) {
      LlmsGuide.append(text, groups, words);
    }
    divided.append(text, page - 1, groups);
    if (divided.count() > 1) {
      text.append('\n').append(where).append('\n');
    }
    return text.toString();
  }

  private static String where(CatalogSnapshot snapshot, ToolParts divided, int page) {
    int first = divided.toolsBefore(page - 1) + 1;
    int last = divided.toolsAfter(page - 1);
    return "Part "
        + page
        + " of "
        + divided.count()
        + (first == last ? ": tool " + first : ": tools " + first + " to " + last)
        + " of "
        + snapshot.tools().size()
        + ". "
        + (page < divided.count()
            ? "Next part: " + URI + "?" + PAGE + "=" + (page + 1)
            : "This is the last part.");
  }
}
