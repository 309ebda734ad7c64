package io.gatemini.internal.surface.resource;

import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.surface.address.AddressTemplate;
import io.gatemini.internal.surface.address.HostAddress;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.ResourceSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A source of somebody else's: what it does wrong is logged once, and costs no other resource.
 * Thread-safe.
 */
public final class GuardedResources implements ResourceSource {
  private static final Logger LOG = System.getLogger(GuardedResources.class.getName());

  /** How many different complaints are logged of one source. */
  private static final int MAX_COMPLAINTS = 20;

  private final String name;
  private final ResourceSource source;
  private final Set<String> complaints = ConcurrentHashMap.newKeySet();

  /**
   * @param name of the plug-in, for the log
   */
  public GuardedResources(String name, ResourceSource source) {
    this.name = name;
    this.source = source;
  }

  @Override
  public List<Resource> resources(Session session) {
    return checked(() -> source.resources(session), Resource::uri, HostAddress::check);
  }

  @Override
  public List<ResourceTemplate> templates(Session session) {
    return checked(
        () -> source.templates(session),
        ResourceTemplate::uriTemplate,
        template -> {
          HostAddress.check(template);
          AddressTemplate.of(template);
        });
  }

  private <T> List<T> checked(
      Supplier<@Nullable List<T>> list, Function<T, String> address, Consumer<String> check) {
    List<T> kept = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    try {
      List<T> all = list.get();
      if (all == null) {
        throw new IllegalStateException("it listed nothing, not even an empty list");
      }
      for (T one : List.copyOf(all)) {
        try {
          check.accept(address.apply(one));
          if (seen.add(address.apply(one))) {
            kept.add(one);
          }
        } catch (RuntimeException e) {
          complain(String.valueOf(e.getMessage()));
        }
      }
    } catch (RuntimeException | Error e) { // its list may be a list of its own
      complain("it could not list: " + e);
    }
    return kept;
  }

  private void complain(String what) {
    if (complaints.size() < MAX_COMPLAINTS && complaints.add(what)) {
      LOG.log(Level.WARNING, "resources of plug-in {0}: {1}", name, what);
    }
  }

  @Override
  public CompletionStage<ResourceContent> read(ResourceRequest request) {
    return orFailure(() -> source.read(request), "it could not be read");
  }

  @Override
  public CompletionStage<List<String>> complete(CompletionRequest request) {
    return orFailure(() -> source.complete(request), "it could not be completed");
  }

  private <T> CompletionStage<T> orFailure(
      Supplier<@Nullable CompletionStage<T>> asked, String problem) {
    CompletionStage<T> answer;
    try {
      answer = asked.get();
    } catch (RuntimeException | Error e) { // a plug-in may throw anything, also for want of a class
      if (e instanceof RuntimeException) {
        return CompletableFuture.failedFuture(e);
      }
      Guarded.log(LOG, "resources of plug-in " + name + ": " + problem, e);
      return CompletableFuture.failedFuture(new GatewayException(problem, e));
    }
    if (answer == null) {
      complain("it answered with no stage");
      return CompletableFuture.failedFuture(new GatewayException(problem));
    }
    return Relay.of(
        answer,
        (relay, value, failure) -> {
          if (value != null) {
            relay.tell(value);
          } else {
            relay.tell(
                failure == null
                    ? new GatewayException(problem + ": there was no answer")
                    : failure);
          }
        });
  }
}
