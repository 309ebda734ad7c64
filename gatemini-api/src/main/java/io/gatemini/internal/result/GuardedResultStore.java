package io.gatemini.internal.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.ResultStoreProvider.Limits;
import java.lang.System.Logger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A store that may be a plug-in: one that fails costs no answer, and it is never asked for an id
 * that it could not have given. Thread-safe.
 */
public final class GuardedResultStore implements ResultStore {
  private static final Logger LOG = System.getLogger(GuardedResultStore.class.getName());
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");

  private final ResultStore store;
  private final long maxBytes;

  private GuardedResultStore(ResultStore store, long maxBytes) {
    this.store = store;
    this.maxBytes = maxBytes;
  }

  /** Makes the store of a gateway. */
  public static ResultStore of(
      ResultStoreProvider provider, JsonNode config, Limits limits, PluginContext context) {
    return new GuardedResultStore(provider.create(config, limits, context), limits.maxBytes());
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
    try {
      Optional<String> id = store.put(owner, result);
      if (id.isPresent() && !ID.matcher(id.get()).matches()) {
        throw new IllegalStateException("the id is not 1 to 128 letters, digits, '-' and '_'");
      }
      return id;
    } catch (RuntimeException | Error e) {
      Guarded.log(LOG, "the result store did not keep a result", e);
      return Optional.empty();
    }
  }

  @Override
  public Lookup find(String owner, String id) {
    if (!ID.matcher(id).matches()) {
      return new Lookup.Unknown();
    }
    try {
      return store.find(owner, id);
    } catch (RuntimeException | Error e) {
      Guarded.log(LOG, "the result store did not give a result", e);
      throw new GatewayException(
          "result \""
              + id
              + "\" cannot be read at the moment; try again, or run the same code again"
              + " with call_tool_chain",
          e);
    }
  }

  @Override
  public void forget(String owner) {
    Guarded.run(LOG, "the result store did not forget results", () -> store.forget(owner));
  }
}
