package io.gatemini.internal.surface;

import io.gatemini.Session;
import io.gatemini.UnknownPromptException;
import io.gatemini.config.Passthrough;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.internal.surface.host.BackendOffers;
import io.gatemini.internal.surface.host.SurfaceHost;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.PromptSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The prompts of backends, as {@code backend/prompt}. Thread-safe. */
final class BackendPrompts implements PromptSource {
  private final SurfaceHost host;
  private final BackendOffers offers;

  /** The prompts of the backends that run, at any moment. */
  public BackendPrompts(SurfaceHost host) {
    this.host = host;
    this.offers = new BackendOffers(host::features);
  }

  @Override
  public List<Prompt> prompts(Session session) {
    List<Prompt> list = new ArrayList<>();
    if (host.settings().passedPrompts() == Passthrough.LIST) {
      offers
          .prompts(session)
          .forEach(
              of -> of.all().forEach(it -> list.add(named(of.backend() + "/" + it.name(), it))));
    }
    return list;
  }

  @Override
  public Optional<Prompt> prompt(Session session, String name) {
    return owner(name)
        .flatMap(
            owner ->
                offers.of(() -> owner.source().prompts(session)).stream()
                    .filter(it -> it.name().equals(owner.name()))
                    .findFirst())
        .map(it -> named(name, it));
  }

  @Override
  public CompletionStage<PromptContent> get(PromptRequest request) {
    Owned owner = required(request.name());
    return owner
        .source()
        .get(new PromptRequest(request.session(), owner.name(), request.arguments()));
  }

  @Override
  public CompletionStage<List<String>> complete(CompletionRequest request) {
    Owned owner = required(request.target());
    return owner.source().complete(request.withTarget(owner.name()));
  }

  private Owned required(String name) {
    return owner(name).orElseThrow(() -> new UnknownPromptException("its backend has gone"));
  }

  /** The backend is what stands before the first slash: no name of one has a slash. */
  private Optional<Owned> owner(String name) {
    int slash = name.indexOf('/');
    return slash < 0
        ? Optional.empty()
        : Optional.ofNullable(host.features().get(name.substring(0, slash)))
            .flatMap(features -> features.prompts())
            .map(source -> new Owned(source, name.substring(slash + 1)));
  }

  private static Prompt named(String name, Prompt it) {
    return new Prompt(name, it.title(), it.description(), it.arguments());
  }

  /** A prompt as its backend knows it. */
  private record Owned(PromptSource source, String name) {}
}
