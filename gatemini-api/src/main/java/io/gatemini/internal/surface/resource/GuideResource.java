package io.gatemini.internal.surface.resource;

import io.gatemini.Session;
import io.gatemini.UnknownResourceException;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.surface.listing.Reading;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ToolSet.Guide;
import java.util.List;
import java.util.Map;

/** <code>gatemini://guide/{topic}</code>: how the gateway is used. */
final class GuideResource implements TemplatedResource {
  private static final int MAX_SHOWN_LENGTH = 80;

  private final List<Guide> guides;
  private final List<String> topics;

  GuideResource(List<Guide> guides) {
    this.guides = guides;
    this.topics = guides.stream().map(Guide::topic).toList();
  }

  @Override
  public ResourceTemplate definition() {
    return new ResourceTemplate(
        "gatemini://guide/{topic}",
        "guide",
        "Guide",
        "How to find and run tools. topic: " + String.join(", ", topics),
        Reading.MARKDOWN,
        ContentAnnotations.of(0.8, Role.ASSISTANT));
  }

  @Override
  public Reading read(Session session, Map<String, String> variables) {
    String topic = variables.getOrDefault("topic", "");
    for (Guide guide : guides) {
      if (guide.topic().equals(topic)) {
        return new Reading(Reading.MARKDOWN, guide.text());
      }
    }
    List<String> near = NearMatches.near(topics, topic);
    throw new UnknownResourceException(
        "there is no guide "
            + VisibleText.quoted(topic, MAX_SHOWN_LENGTH)
            + "; "
            + (near.isEmpty()
                ? "there is " + String.join(", ", topics)
                : "did you mean \"" + near.get(0) + "\"?"));
  }

  @Override
  public List<String> values(String variable) {
    return variable.equals("topic") ? topics : List.of();
  }
}
