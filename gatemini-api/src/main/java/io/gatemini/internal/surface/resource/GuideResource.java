package io.gatemini.internal.surface.resource;

import io.gatemini.Session;
import io.gatemini.UnknownResourceException;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.surface.listing.Reading;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ScriptLanguage;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** <code>gatemini://guide/{topic}</code>: how the gateway is used. */
final class GuideResource implements TemplatedResource {
  private static final List<String> TOPICS = Stream.of(Guide.values()).map(Guide::topic).toList();

  private static final int MAX_SHOWN_LENGTH = 80;

  private static final ResourceTemplate DEFINITION =
      new ResourceTemplate(
          "gatemini://guide/{topic}",
          "guide",
          "Guide",
          "How to find and run tools. topic: " + String.join(", ", TOPICS),
          Reading.MARKDOWN,
          ContentAnnotations.of(0.8, Role.ASSISTANT));

  private final List<ScriptLanguage> languages;

  GuideResource(List<ScriptLanguage> languages) {
    this.languages = languages;
  }

  @Override
  public ResourceTemplate definition() {
    return DEFINITION;
  }

  @Override
  public Reading read(Session session, Map<String, String> variables) {
    String topic = variables.getOrDefault("topic", "");
    for (Guide guide : Guide.values()) {
      if (guide.topic().equals(topic)) {
        return new Reading(Reading.MARKDOWN, guide.text(languages));
      }
    }
    List<String> near = NearMatches.near(TOPICS, topic);
    throw new UnknownResourceException(
        "there is no guide \""
            + VisibleText.line(topic, MAX_SHOWN_LENGTH)
            + "\"; "
            + (near.isEmpty()
                ? "there is " + String.join(", ", TOPICS)
                : "did you mean \"" + near.get(0) + "\"?"));
  }

  @Override
  public List<String> values(String variable) {
    return variable.equals("topic") ? TOPICS : List.of();
  }
}
