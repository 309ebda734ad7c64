package io.gatemini.internal.plugin;

import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guard;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.surface.address.AddressTemplate;
import io.gatemini.internal.surface.address.ResourceAddress;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.ResourceSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A source of resources behind the wall: where it fails it has none, its stages are futures, and an
 * address that cannot be one costs no other resource.
 */
public final class GuardedResources implements ResourceSource {
  private final ResourceSource source;
  private final Guard guard;

  /**
   * @param name of the plug-in, for the log
   */
  public GuardedResources(String name, ResourceSource source) {
    this.source = source;
    this.guard = new Guard("resources of plug-in " + name + ":");
  }

  @Override
  public List<Resource> resources(Session session) {
    return checked(() -> source.resources(session), Resource::uri, ResourceAddress::checkOfHost);
  }

  @Override
  public List<ResourceTemplate> templates(Session session) {
    return checked(
        () -> source.templates(session),
        ResourceTemplate::uriTemplate,
        template -> {
          ResourceAddress.checkOfHost(template);
          AddressTemplate.of(template);
        });
  }

  private <T> List<T> checked(
      Supplier<List<T>> list, Function<T, String> address, Consumer<String> check) {
    Set<String> seen = new HashSet<>();
    return guard.ask("could not be listed", () -> List.copyOf(list.get()), List.<T>of()).stream()
        .filter(one -> seen.add(address.apply(one)) && passes(address.apply(one), check))
        .toList();
  }

  private boolean passes(String address, Consumer<String> check) {
    try {
      check.accept(address);
      return true;
    } catch (RuntimeException e) {
      guard.failed(String.valueOf(e.getMessage()), e);
      return false;
    }
  }

  @Override
  public CompletionStage<ResourceContent> read(ResourceRequest request) {
    return answered(() -> source.read(request));
  }

  @Override
  public CompletionStage<List<String>> complete(CompletionRequest request) {
    return answered(() -> source.complete(request));
  }

  @Override
  public void subscribe(String uri) {
    guard.run("failed at a subscription", () -> source.subscribe(uri));
  }

  @Override
  public void unsubscribe(String uri) {
    guard.run("failed to end a subscription", () -> source.unsubscribe(uri));
  }

  /** Passes failures of the source through unchanged. */
  private <T> CompletionStage<T> answered(Supplier<CompletionStage<T>> asked) {
    return Relay.of(
        Futures.of(() -> stage(asked)),
        (relay, value, failure) -> {
          if (value != null) {
            relay.settle(value);
          } else {
            relay.fail(failure != null ? failure : new GatewayException("there was no answer"));
          }
        });
  }

  private <T> CompletionStage<T> stage(Supplier<CompletionStage<T>> asked) {
    try {
      return asked.get();
    } catch (Error e) { // for want of a class, say: the caller hears of it like of all else
      guard.failed("could not be read", e);
      throw new GatewayException("it could not be read", e);
    }
  }
}
