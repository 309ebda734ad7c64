package io.gatemini.internal.surface;

import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Surface.Completion;
import io.gatemini.UnknownPromptException;
import io.gatemini.internal.async.CancellableTask;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.peer.ServerValues;
import io.gatemini.internal.surface.prompt.Prompts;
import io.gatemini.internal.surface.resource.Resources;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.CompletionRequest.Kind;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Completes values that somebody is writing: what begins so, and where that leaves room, what was
 * probably meant. Values are what there is, as it is: not encoded for an address.
 *
 * <p>The values of a server stand as it gives them: it knows spellings, and how many there are.
 *
 * <p>Values of the gateway's own variables keep the order of {@link WrittenValue#beginnings}; a few
 * repaired ones follow: for tools the hits of a search, then near spellings. Values of host and
 * plug-ins that contain it come first; if none does, the source's own answer is returned, because
 * the source has seen the value too.
 *
 * <p>Thread-safe. All takes place on the executor of the gateway. A source, or a search, that does
 * not answer in time is done without.
 */
final class Completions {
  private static final Logger LOG = System.getLogger(Completions.class.getName());

  /** Somebody who writes has gone on by then. */
  private static final Duration SOURCE_WAIT = Duration.ofSeconds(2);

  /** A search over ten thousand tools takes a tenth of it. */
  private static final Duration SEARCH_WAIT = Duration.ofMillis(250);

  /** No name is longer. */
  private static final int MAX_VALUE_LENGTH = 1_000;

  /** Repairs are guesses: more of them than are read at a glance would be noise. */
  private static final int MAX_REPAIRS = 10;

  /** More than what anybody could choose from; a source's list is read so far. */
  private static final int MAX_CANDIDATES = 100_000;

  private static final String OWN = "gatemini:";
  private static final String TOOL_NAME = "tool_name";

  private final Gateway gateway;
  private final Resources resources;
  private final Prompts prompts;
  private final PluginContext context;
  private final Deadlines deadlines;

  /**
   * The completions of a gateway, which may still be under construction.
   *
   * @param context lends the executor and the scheduler
   */
  Completions(Gateway gateway, Resources resources, Prompts prompts, PluginContext context) {
    this.gateway = gateway;
    this.resources = resources;
    this.prompts = prompts;
    this.context = context;
    this.deadlines = Deadlines.of(context);
  }

  /** See {@link io.gatemini.Surface#complete}. Cancelling it cancels the source, or the search. */
  CompletionStage<Completion> complete(CompletionRequest request) {
    return Relay.compose(
        Relay.map(
            CancellableTask.start(context, SOURCE_WAIT, () -> candidates(request)),
            Completions::read),
        (values, failure) -> completed(request, values != null ? values : without(failure)));
  }

  private CompletionStage<List<String>> candidates(CompletionRequest request) {
    return request.kind() == Kind.PROMPT
        ? prompts.candidates(request)
        : resources.candidates(request);
  }

  /** A source's list may be one of its own, and have no end. */
  private static List<String> read(List<String> values) {
    if (values instanceof ServerValues) {
      return values;
    }
    List<String> read = new ArrayList<>();
    for (String value : values) {
      if (read.size() == MAX_CANDIDATES) {
        break;
      }
      if (value != null) {
        read.add(value);
      }
    }
    return read;
  }

  private static List<String> without(@Nullable Throwable cause) {
    if (cause instanceof InvalidArgumentsException invalid) {
      throw invalid;
    }
    if (cause instanceof UnknownPromptException unknown) {
      throw new InvalidArgumentsException(String.valueOf(unknown.getMessage()));
    }
    if (cause instanceof GatewayClosedException closed) {
      throw closed;
    }
    LOG.log(Level.WARNING, "a completion leaves out values that could not be fetched", cause);
    return List.of();
  }

  private CompletableFuture<Completion> completed(CompletionRequest request, List<String> values) {
    if (request.value().length() > MAX_VALUE_LENGTH) {
      return CompletableFuture.completedFuture(Completion.of(List.of()));
    }
    WrittenValue written = new WrittenValue(request.value());
    boolean own =
        request.kind() == Kind.RESOURCE
            && request.target().toLowerCase(Locale.ROOT).startsWith(OWN);
    if (values instanceof ServerValues chosen) {
      return CompletableFuture.completedFuture(chosen.completion());
    }
    if (!own) {
      List<String> having = written.occurrences(values);
      return CompletableFuture.completedFuture(
          Completion.of(having.isEmpty() ? List.copyOf(new LinkedHashSet<>(values)) : having));
    }
    List<String> beginning = written.beginnings(values);
    String meant = request.value().strip();
    if (meant.isEmpty() || beginning.size() >= Completion.MAX_VALUES) {
      return CompletableFuture.completedFuture(Completion.of(beginning));
    }
    CompletableFuture<List<String>> found =
        request.variable().equals(TOOL_NAME)
            ? found(request, meant)
            : CompletableFuture.completedFuture(List.of());
    return Relay.map(
        found,
        hits -> {
          Set<String> all = new LinkedHashSet<>(beginning);
          Set<String> known = Set.copyOf(values);
          hits.stream().filter(known::contains).forEach(all::add);
          all.addAll(NearMatches.nearWritten(values, meant, MAX_REPAIRS));
          return Completion.of(List.copyOf(all));
        });
  }

  /** The tools that a search finds; none where it fails or takes too long. */
  private CompletableFuture<List<String>> found(CompletionRequest request, String query) {
    CompletableFuture<List<SearchHit>> search =
        gateway.searchAsync(
            SearchRequest.of(query).withLimit(MAX_REPAIRS).withSession(request.session()));
    deadlines.within(SEARCH_WAIT, search, "there was no answer in time");
    return Relay.handle(search, (hits, failure) -> hits == null ? List.of() : names(hits));
  }

  private static List<String> names(List<SearchHit> hits) {
    return hits.stream().map(hit -> hit.tool().key()).toList();
  }
}
