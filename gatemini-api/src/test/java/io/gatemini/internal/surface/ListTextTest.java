package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lists that differ anywhere are different texts. */
class ListTextTest {
  private static final ContentAnnotations NONE = ContentAnnotations.none();

  @Test
  void resourcesDifferByEveryMember() {
    List<String> texts =
        Stream.of(
                List.<Resource>of(),
                List.of(new Resource("a:", "n", "t", "d", "m", NONE)),
                List.of(new Resource("b:", "n", "t", "d", "m", NONE)),
                List.of(new Resource("a:", "other", "t", "d", "m", NONE)),
                List.of(new Resource("a:", "n", "other", "d", "m", NONE)),
                List.of(new Resource("a:", "n", "t", "other", "m", NONE)),
                List.of(new Resource("a:", "n", "t", "d", "other", NONE)),
                List.of(new Resource("a:", "n", "td", "", "m", NONE)),
                List.of(new Resource("a:", "n", "t", "d", "m", annotations(Role.USER, 0.5))),
                List.of(new Resource("a:", "n", "t", "d", "m", annotations(Role.ASSISTANT, 0.5))),
                List.of(new Resource("a:", "n", "t", "d", "m", annotations(Role.USER, 1))),
                List.of(new Resource("a:", "n", "t", "d", "m", modified(1))),
                List.of(new Resource("a:", "n", "t", "d", "m", modified(2))))
            .map(ListText::ofResources)
            .toList();

    assertThat(texts).doesNotHaveDuplicates();
  }

  @Test
  void templatesDifferByEveryMember() {
    List<String> texts =
        Stream.of(
                new ResourceTemplate("a:{x}", "n", "t", "d", "m", NONE),
                new ResourceTemplate("a:{y}", "n", "t", "d", "m", NONE),
                new ResourceTemplate("a:{x}", "other", "t", "d", "m", NONE),
                new ResourceTemplate("a:{x}", "n", "other", "d", "m", NONE),
                new ResourceTemplate("a:{x}", "n", "t", "other", "m", NONE),
                new ResourceTemplate("a:{x}", "n", "t", "d", "other", NONE),
                new ResourceTemplate("a:{x}", "n", "t", "d", "m", annotations(Role.USER, 0.5)))
            .map(template -> ListText.ofTemplates(List.of(template)))
            .toList();

    assertThat(texts).doesNotHaveDuplicates();
  }

  @Test
  void promptsDifferByEveryMember() {
    PromptArgument argument = new PromptArgument("a", "t", "d", false);
    List<String> texts =
        Stream.of(
                prompts(),
                prompts(argument),
                prompts(argument, argument),
                prompts(new PromptArgument("b", "t", "d", false)),
                prompts(new PromptArgument("a", "other", "d", false)),
                prompts(new PromptArgument("a", "t", "other", false)),
                prompts(new PromptArgument("a", "t", "d", true)),
                List.of(new Prompt("other", "t", "d", List.of())),
                List.of(new Prompt("n", "other", "d", List.of())),
                List.of(new Prompt("n", "t", "other", List.of())))
            .map(ListText::ofPrompts)
            .toList();

    assertThat(texts).doesNotHaveDuplicates();
  }

  @Test
  void equalListsAreEqualTexts() {
    assertThat(ListText.ofResources(List.of(new Resource("a:", "n", "t", "d", "m", modified(1)))))
        .isEqualTo(
            ListText.ofResources(List.of(new Resource("a:", "n", "t", "d", "m", modified(1)))));
  }

  private static List<Prompt> prompts(PromptArgument... arguments) {
    return List.of(new Prompt("n", "t", "d", List.of(arguments)));
  }

  private static ContentAnnotations annotations(Role role, double priority) {
    return ContentAnnotations.of(priority, role);
  }

  private static ContentAnnotations modified(long second) {
    return new ContentAnnotations(
        Set.of(), OptionalDouble.empty(), Optional.of(Instant.ofEpochSecond(second)));
  }
}
