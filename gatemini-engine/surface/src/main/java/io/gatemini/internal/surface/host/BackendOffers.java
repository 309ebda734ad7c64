package io.gatemini.internal.surface.host;

import io.gatemini.Session;
import io.gatemini.content.Prompt;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.async.Guard;
import io.gatemini.spi.BackendFeatures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The resources and prompts of the backends that run, by the backend's name. A backend that fails
 * has none; that is logged once. Thread-safe.
 */
public final class BackendOffers {
  private final Supplier<? extends Map<String, BackendFeatures>> features;
  private final Guard guard = new Guard("resources and prompts of a backend:");

  /**
   * @param features of the backends that run, at any moment
   */
  public BackendOffers(Supplier<? extends Map<String, BackendFeatures>> features) {
    this.features = features;
  }

  /** The list of one backend. */
  public record Offered<T>(String backend, List<T> all) {}

  /** Those of each backend, asked for as the stream comes to it. */
  public Stream<Offered<Resource>> resources(Session session) {
    return listed(BackendFeatures::resources, it -> it.resources(session));
  }

  /** The same for templates. */
  public Stream<Offered<ResourceTemplate>> templates(Session session) {
    return listed(BackendFeatures::resources, it -> it.templates(session));
  }

  /** The same for prompts. */
  public Stream<Offered<Prompt>> prompts(Session session) {
    return listed(BackendFeatures::prompts, it -> it.prompts(session));
  }

  private <S, T> Stream<Offered<T>> listed(
      Function<BackendFeatures, Optional<S>> kind, Function<S, List<T>> list) {
    return features.get().entrySet().stream()
        .flatMap(
            it ->
                kind.apply(it.getValue()).stream()
                    .map(source -> new Offered<>(it.getKey(), of(() -> list.apply(source)))));
  }

  /** A list of one source; empty where it fails. */
  public <T> List<T> of(Supplier<List<T>> list) {
    return guard.ask("could not be listed", list, List.of());
  }
}
