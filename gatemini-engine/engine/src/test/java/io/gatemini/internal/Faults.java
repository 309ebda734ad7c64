package io.gatemini.internal;

import io.gatemini.testing.PlugIns;
import java.lang.reflect.InvocationHandler;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the plug-ins of {@link FaultyPlugins} throw, what, and how often they have. Thread-safe.
 */
final class Faults {
  /** A place in a plug-in. */
  enum Place {
    // A backend, shared or one for each session.
    CREATE("BackendProvider.create"),
    START("Backend.start"),
    START_LATER("Backend.start later"),
    LIST("Backend.listTools"),
    LIST_LATER("Backend.listTools later"),
    DESCRIPTION("Backend.description"),
    CALL("Backend.call"),
    CALL_LATER("Backend.call later"),
    PING("Backend.ping"),
    MEMORY("Backend.memoryBytes"),
    STATUS("Backend.(pid|stderrTail)"),
    STOP("Backend.stop"),
    // Everything else.
    HANDLER(""),
    SESSION_ENDED("Backend.sessionEnded"),
    CREATE_RETRIEVER(""),
    INDEX(""),
    SEARCH(""),
    ANALYZER(""),
    CREATE_REDUCER("OutputReducerProvider.create"),
    REDUCE("OutputReducer.reduce"),
    REDUCER_PASSES("OutputReducer.passes"),
    CREATE_ENGINE("ScriptEngineProvider.create"),
    WARM_ENGINE("ScriptEngine.warm"),
    PROGRAM("ScriptEngine.run"),
    ENGINE_LOAD("ScriptEngine.load"),
    CLOSE_ENGINE("ScriptEngine.close"),
    CREATE_RESOURCES("ResourceProvider.create"),
    RESOURCES("ResourceSource.resources"),
    READ("ResourceSource.read"),
    CREATE_PROMPTS("PromptProvider.create"),
    PROMPTS("PromptSource.prompts"),
    PROMPT("PromptSource.get"),
    COMPLETE("PromptSource.complete"),
    SECRET("SecretProvider.resolve"),
    INTERCEPTOR(""),
    ESTIMATOR(""),
    POLICY("RegistrationPolicy.refusal"),
    TRANSPORT("Transport.open"),
    CLOSE_EXPOSURE("Exposure.close"),
    LISTENER_READY("SurfaceListener.isReady"),
    LISTENER("SurfaceListener.(tools|resources)Changed");

    private final String method;

    /**
     * @param method a pattern of the method that throws here; none where the test calls {@link #at}
     */
    Place(String method) {
      this.method = method;
    }
  }

  private final Supplier<Error> error;
  private final AtomicInteger thrown = new AtomicInteger();
  private volatile @Nullable Place armed;

  Faults(Supplier<Error> error) {
    this.error = error;
  }

  /** From now on this place throws, and no other. */
  void arm(Place place) {
    armed = place;
  }

  /** From now on no place throws. */
  void disarm() {
    armed = null;
  }

  boolean isArmed(Place place) {
    return armed == place;
  }

  int thrown() {
    return thrown.get();
  }

  /** Throws, where this is the place. */
  void at(Place place) {
    if (isArmed(place)) {
      thrown.incrementAndGet();
      throw error.get();
    }
  }

  /** Throws, where the place is this method. */
  void at(String method) {
    Place place = armed;
    if (place != null && method.matches(place.method)) {
      at(place);
    }
  }

  /** An implementation of an interface, named {@code faulty}, that throws at its places. */
  <T> T faulty(Class<T> type, Map<String, Supplier<?>> answers) {
    InvocationHandler methods = PlugIns.by(answers);
    return PlugIns.of(
        type,
        "faulty",
        (self, method, arguments) -> {
          String called = type.getSimpleName() + "." + method.getName();
          at(called);
          try {
            at(called + " later");
          } catch (Error e) {
            return CompletableFuture.failedFuture(e);
          }
          return methods.invoke(self, method, arguments);
        });
  }
}
