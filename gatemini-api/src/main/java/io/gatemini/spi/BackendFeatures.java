package io.gatemini.spi;

import io.gatemini.stability.Incubating;
import java.util.Objects;
import java.util.Optional;

/**
 * The features of a backend beside tools. The gateway shows it to its clients under the backend's
 * name; lists may change at any time, which the backend announces by {@link
 * BackendListener#featuresChanged()}.
 *
 * @param resources absent where there are none and can be none
 * @param prompts absent where there are none and can be none
 */
@Incubating
public record BackendFeatures(Optional<ResourceSource> resources, Optional<PromptSource> prompts) {
  private static final BackendFeatures NONE =
      new BackendFeatures(Optional.empty(), Optional.empty());

  public BackendFeatures {
    Objects.requireNonNull(resources, "resources");
    Objects.requireNonNull(prompts, "prompts");
  }

  /** A backend of tools alone. */
  public static BackendFeatures none() {
    return NONE;
  }
}
