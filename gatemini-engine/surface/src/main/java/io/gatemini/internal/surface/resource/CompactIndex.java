package io.gatemini.internal.surface.resource;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.ToolDescriptor;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import io.gatemini.internal.async.PerGeneration;
import io.gatemini.internal.surface.resource.ToolGroups.Group;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Payload;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Every tool with as many words on what it does as a number of tokens has room for: {@code
 * gatemini://tools} as JSON, {@code gatemini://llms} as Markdown, with what a model needs to go on.
 * Names are whole and all there, whatever they cost. Where the first sentences are too much, they
 * lose what the name says too, and are cut to the longest length common to all that fits.
 * Thread-safe.
 *
 * @param gateway may still be under construction
 * @param known what is known of tools, for all that show them
 */
record CompactIndex(Gateway gateway, PluginContext context, PerToolCache<ToolLines> known) {
  /** Up to so many tools share {@link #TOKENS}. */
  static final int TOOLS = 258;

  static final int TOKENS = 3_100;

  /** For each tool beyond {@link #TOOLS}. */
  static final int TOKENS_EACH = 12;

  /** How often a text is made shorter because the estimator counts more than it said it would. */
  private static final int TRIES = 4;

  OwnResource json() {
    return resource(
        new Resource(
            "gatemini://tools",
            "tools",
            "Compact Tool Index",
            "All tools as {\"backend\":{\"tool\":\"what it does\"}}; call one as backend.tool."
                + " About 12 tokens a tool.",
            Reading.JSON,
            ContentAnnotations.of(0.8, Role.ASSISTANT)),
        new JsonForm());
  }

  OwnResource markdown(NextSteps words) {
    return resource(
        new Resource(
            "gatemini://llms",
            "llms",
            "Tools in Brief",
            "How to find and call tools, and all of them by backend, a line each. About 12 tokens a"
                + " tool.",
            Reading.MARKDOWN,
            ContentAnnotations.of(0.7, Role.ASSISTANT)),
        new MarkdownForm(words));
  }

  private OwnResource resource(Resource definition, IndexForm form) {
    PerGeneration<String> text = new PerGeneration<>(snapshot -> text(snapshot, form));
    return OwnResource.of(definition, session -> text.of(gateway.catalog()));
  }

  /** The tokens that an index of so many tools may have. */
  static long budget(int tools) {
    return TOKENS + (long) TOKENS_EACH * Math.max(0, tools - TOOLS);
  }

  private String text(CatalogSnapshot snapshot, IndexForm form) {
    TokenEstimator tokens = context.tokenEstimator();
    List<Group> groups = ToolGroups.of(snapshot);
    List<ToolLines> lines = new ArrayList<>(snapshot.tools().size());
    for (Group group : groups) {
      group.tools().forEach(tool -> lines.add(known.of(tool)));
    }
    known.forget(snapshot);
    String names = text(groups, lines, unused -> "", form);
    long namesBytes = Utf8Size.of(names);
    long budget = budget(lines.size());
    long[] distinctiveBytes = bytes(lines, form);
    long room = tokens.bytesWithin(budget, Payload.Kind.TEXT) - namesBytes;
    for (int i = 0; i < TRIES && room > 0; i++) {
      int length = longest(distinctiveBytes, room);
      Function<ToolLines, String> words =
          fit(lines, form, room) ? ToolLines::whole : line -> line.distinctive().cut(length);
      String text = text(groups, lines, words, form);
      long estimated = tokens.estimate(text);
      if (estimated <= budget) {
        return text;
      }
      room =
          i == 0
              ? tokens.bytesWithin(budget, Payload.Kind.JSON) - namesBytes
              : (namesBytes + room) * budget / estimated - namesBytes;
    }
    return names;
  }

  private static String text(
      List<Group> groups,
      List<ToolLines> lines,
      Function<ToolLines, String> words,
      IndexForm form) {
    StringBuilder text = new StringBuilder(64 * lines.size());
    form.begin(text, groups);
    int i = 0;
    for (Group group : groups) {
      form.beginGroup(text, group);
      for (ToolDescriptor tool : group.tools()) {
        form.tool(text, group.name(tool), words.apply(lines.get(i++)));
      }
      form.endGroup(text);
    }
    form.end(text);
    return text.toString();
  }

  /** Whether whole sentences have room. */
  private static boolean fit(List<ToolLines> lines, IndexForm form, long room) {
    long left = room;
    for (ToolLines line : lines) {
      left -= line.bytes(form);
      if (left < 0) {
        return false;
      }
    }
    return true;
  }

  /** The UTF-8 bytes that each further code point adds to all lines together. */
  private static long[] bytes(List<ToolLines> lines, IndexForm form) {
    long[] added = new long[BriefWords.MAX_CODE_POINTS + 1];
    lines.forEach(line -> line.distinctive().addTo(added, form));
    return added;
  }

  /** The longest length at which all lines have room; 0 where none has. */
  private static int longest(long[] added, long room) {
    long bytes = 0;
    for (int length = 0; length < added.length; length++) {
      bytes += added[length];
      if (bytes > room) {
        return Math.max(0, length - 1);
      }
    }
    return BriefWords.MAX_CODE_POINTS;
  }
}
