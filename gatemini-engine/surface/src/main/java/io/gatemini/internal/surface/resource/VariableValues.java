package io.gatemini.internal.surface.resource;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.surface.address.AddressTemplate;
import io.gatemini.internal.surface.address.ResourceAddress;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.ResourceSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values that variables of templates can have, of the gateway's own and of those of host and
 * plug-ins. A template is named as it is listed, without the part of its query, or by an address
 * that it makes. Thread-safe.
 */
final class VariableValues {
  private static final Logger LOG = System.getLogger(VariableValues.class.getName());

  private static final int MAX_NAMED = 20;
  private static final int MAX_SHOWN_TEMPLATE = 200;

  private final Map<String, Function<String, List<String>>> own;
  private final List<ResourceSource> sources;

  /**
   * @param own the gateway's own templates, each with what a variable of it can be
   */
  VariableValues(Map<String, Function<String, List<String>>> own, List<ResourceSource> sources) {
    this.own = own;
    this.sources = sources;
  }

  /** See {@link Resources#candidates}. */
  CompletionStage<List<String>> of(CompletionRequest request) {
    try {
      List<Known> all = all(request.session());
      Known known =
          all.stream()
              .filter(it -> it.isNamed(request.target()))
              .findFirst()
              .or(() -> making(all, request.target()))
              .orElseThrow(() -> new InvalidArgumentsException(unknown(all, request.target())));
      List<String> variables = known.address().variables();
      if (!variables.contains(request.variable())) {
        throw new InvalidArgumentsException(
            "the template "
                + shown(known.template())
                + " has no variable of that name"
                + (variables.isEmpty() ? "" : "; it has " + String.join(", ", variables)));
      }
      return known.values(request);
    } catch (InvalidArgumentsException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private List<Known> all(Session session) {
    List<Known> all = new ArrayList<>();
    own.forEach(
        (template, values) ->
            all.add(
                Known.of(
                    template,
                    request ->
                        CompletableFuture.completedFuture(values.apply(request.variable())))));
    for (ResourceSource source : sources) {
      for (ResourceTemplate template : source.templates(session)) {
        all.add(Known.of(template.uriTemplate(), request -> values(source, template, request)));
      }
    }
    return all;
  }

  /** The source gets its own template, however the client named it, and costs only itself. */
  private static CompletionStage<List<String>> values(
      ResourceSource source, ResourceTemplate template, CompletionRequest request) {
    CompletionStage<List<String>> values =
        source.complete(request.withTarget(template.uriTemplate()));
    return Relay.handle(values, (known, failure) -> known == null ? failed(failure) : known);
  }

  private static List<String> failed(@Nullable Throwable failure) {
    LOG.log(Level.WARNING, "a source of resources failed at a completion", failure);
    return List.of();
  }

  /** The template that makes an address; what is only half an address is made by none. */
  private static Optional<Known> making(List<Known> all, String target) {
    try {
      return ResourceAddress.of(target)
          .flatMap(it -> AddressTemplate.first(all.stream(), Known::address, it))
          .map(AddressTemplate.Match::of);
    } catch (InvalidArgumentsException e) {
      return Optional.empty();
    }
  }

  private static String unknown(List<Known> all, String target) {
    List<String> templates = all.stream().map(Known::template).toList();
    List<String> near = NearMatches.near(templates, target);
    if (!near.isEmpty()) {
      return "there is no such resource template; did you mean " + shown(near.get(0)) + "?";
    }
    return "there is no such resource template; there is "
        + String.join(", ", templates.stream().limit(MAX_NAMED).map(VariableValues::shown).toList())
        + (templates.size() > MAX_NAMED ? " and " + (templates.size() - MAX_NAMED) + " more" : "");
  }

  private static String shown(String template) {
    return VisibleText.line(template, MAX_SHOWN_TEMPLATE);
  }

  private record Known(String template, AddressTemplate address, Values values) {
    static Known of(String template, Values values) {
      return new Known(template, AddressTemplate.of(template), values);
    }

    boolean isNamed(String target) {
      int query = template.indexOf("{?");
      return target.equals(template) || (query >= 0 && target.equals(template.substring(0, query)));
    }

    CompletionStage<List<String>> values(CompletionRequest request) {
      return values.of(request);
    }
  }

  @FunctionalInterface
  private interface Values {
    CompletionStage<List<String>> of(CompletionRequest request);
  }
}
