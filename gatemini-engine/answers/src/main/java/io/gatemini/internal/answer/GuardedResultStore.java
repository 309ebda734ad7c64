package io.gatemini.internal.answer;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.StoredResult;
import io.gatemini.UnknownResultException;
import io.gatemini.internal.async.Guard;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.ResultStoreProvider.Limits;
import io.gatemini.spi.TextAnalyzer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A store that may be a plug-in: one that fails costs no answer, and it is never asked for an id
 * that it could not have given. Thread-safe.
 */
public final class GuardedResultStore implements ResultStore {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");

  private final Guard guard = new Guard("the result store");
  private final ResultStore store;
  private final boolean isOwn;
  private final long maxBytes;
  private final String run;

  /**
   * @param isOwn whether it is closed with the gateway
   * @param run the tool that runs a program again
   */
  public GuardedResultStore(ResultStore store, boolean isOwn, long maxBytes, String run) {
    this.store = store;
    this.isOwn = isOwn;
    this.maxBytes = maxBytes;
    this.run = run;
  }

  /** Results in memory, where there is no other store. */
  public static final class MemoryProvider implements ResultStoreProvider {
    @Override
    public String name() {
      return "memory";
    }

    @Override
    public int weight() {
      return 0;
    }

    @Override
    public ResultStore create(JsonNode config, Limits limits, PluginContext context) {
      return new CaffeineResultStore(limits.maxBytes(), limits.maxAge(), context);
    }
  }

  /** The store that a host gave to the builder. */
  public record Given(ResultStore store) implements ResultStoreProvider {
    @Override
    public String name() {
      return "host";
    }

    @Override
    public int weight() {
      return Integer.MAX_VALUE;
    }

    @Override
    public ResultStore create(JsonNode config, Limits limits, PluginContext context) {
      return store;
    }
  }

  @Override
  public Optional<String> put(String owner, RawJson result) {
    if (result.length() > maxBytes) {
      return Optional.empty();
    }
    return guard.ask(
        "did not keep a result",
        () -> {
          Optional<String> id = store.put(owner, result);
          if (id.isPresent() && !ID.matcher(id.get()).matches()) {
            throw new IllegalStateException("the id is not 1 to 128 letters, digits, '-' and '_'");
          }
          return id;
        },
        Optional.empty());
  }

  @Override
  public Lookup find(String owner, String id) {
    if (!ID.matcher(id).matches()) {
      return new Lookup.Unknown();
    }
    return guard.askOr(
        "did not give a result",
        () -> store.find(owner, id),
        () -> {
          throw new GatewayException(
              ("result \"%s\" cannot be read at the moment; try again, or run the same code again"
                      + " with %s")
                  .formatted(id, run));
        });
  }

  /**
   * The result with an id.
   *
   * @throws UnknownResultException when there is none, or none any more; the message says how to
   *     get it again
   */
  public RawJson get(String owner, String id) {
    Lookup lookup = find(owner, id);
    if (lookup instanceof Lookup.Found found) {
      return found.result();
    }
    throw new UnknownResultException(missing(id, lookup));
  }

  /** The result with an id as pages of so many bytes and lines, as in {@link #get}. */
  public StoredResult open(String owner, String id, int pageSize, TextAnalyzer analyzer) {
    return KeptResult.of(id, get(owner, id), pageSize, analyzer);
  }

  private String missing(String id, Lookup lookup) {
    String name = VisibleText.quoted(id, 40);
    String again = "; run the same code again with " + run + " to get it again";
    if (lookup instanceof Lookup.Expired expired) {
      return "result %s expired at %s, %s after it was made%s"
          .formatted(name, second(expired.at()), words(expired.maxAge()), again);
    }
    if (lookup instanceof Lookup.MadeRoom gone) {
      return "result %s expired at %s, when newer results needed its room%s"
          .formatted(name, second(gone.at()), again);
    }
    return "no result " + name + " is kept for this session; shortened answers contain their ids";
  }

  private static Instant second(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS);
  }

  private static String words(Duration age) {
    return age.toMinutes() > 0 && age.toSecondsPart() == 0
        ? age.toMinutes() + (age.toMinutes() == 1 ? " minute" : " minutes")
        : Math.max(1, age.toSeconds()) + " s";
  }

  @Override
  public void forget(String owner) {
    guard.run("did not forget results", () -> store.forget(owner));
  }

  @Override
  public void close() {
    if (isOwn) {
      guard.run("did not close", store::close);
    }
  }
}
