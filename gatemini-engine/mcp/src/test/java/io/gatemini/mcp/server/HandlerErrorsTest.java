package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Surface;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.MadeErrors;
import io.gatemini.testing.Served;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A surface that throws in each of its methods: the request fails, and the next is answered. */
class HandlerErrorsTest {
  /** Errors of the surface's methods, by method. */
  private static final Map<String, String[]> REQUESTS =
      Map.of(
          "tools", new String[] {"tools/list", "{}"},
          "call", new String[] {"tools/call", "{\"name\":\"echo\",\"arguments\":{}}"},
          "refusal", new String[] {"tools/call", "{\"name\":\"echo\",\"arguments\":{}}"},
          "resources", new String[] {"resources/list", "{}"},
          "resourceTemplates", new String[] {"resources/templates/list", "{}"},
          "readResource", new String[] {"resources/read", "{\"uri\":\"test://a\"}"},
          "prompts", new String[] {"prompts/list", "{}"},
          "prompt", new String[] {"prompts/get", "{\"name\":\"greet\",\"arguments\":{}}"},
          "complete",
              new String[] {
                "completion/complete",
                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},"
                    + "\"argument\":{\"name\":\"name\",\"value\":\"a\"}}"
              });

  private final AtomicReference<@Nullable Error> armed = new AtomicReference<>();

  static Stream<Arguments> requests() {
    return REQUESTS.keySet().stream()
        .flatMap(method -> MadeErrors.all().map(error -> Arguments.of(method, error)));
  }

  static Stream<Arguments> handshakes() {
    return Stream.of("server", "instructions", "disconnected", "listen", "connected")
        .flatMap(method -> MadeErrors.all().map(error -> Arguments.of(method, error)));
  }

  /** The surface, with one method that throws once when it is armed. */
  private Surface throwing(String bad) {
    TestSurface real = new WireSurface().surface;
    return (Surface)
        Proxy.newProxyInstance(
            Surface.class.getClassLoader(),
            new Class<?>[] {Surface.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals(bad)) {
                Error error = armed.getAndSet(null);
                if (error != null) {
                  throw error;
                }
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aRequestFailsAloneAndIsLoggedOnce(String method, Error error) {
    try (LoggedErrors logged = new LoggedErrors();
        TestContext context = new TestContext();
        Served served = new Served(throwing(method), context.scheduler())) {
      served.client.initialize();
      served.client.ping("ready");
      String[] request = REQUESTS.getOrDefault(method, new String[0]);
      armed.set(error);

      JsonNode failed = served.ask(request[0], request[1]);

      assertThat(armed.get()).as("met").isNull();
      assertThat(failed.at("/error/code").asInt()).isEqualTo(JsonRpcMessage.INTERNAL_ERROR);
      assertThat(served.ask("tools/call", "{\"name\":\"echo\",\"arguments\":{}}").has("result"))
          .isTrue();
      assertThat(logged.times(error)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("handshakes")
  void aHandshakeOrAnEndThatMeetsItLeavesNobodyWaiting(String method, Error error) {
    try (LoggedErrors logged = new LoggedErrors();
        TestContext context = new TestContext();
        Served served = new Served(throwing(method), context.scheduler())) {
      armed.set(error);
      served.client.initialize();

      assertThat(served.ask("ping", "{}").has("result")).isTrue();
      served.client.hangUp();

      assertThat(served.exposure.closed()).succeedsWithin(java.time.Duration.ofSeconds(20));
      assertThat(armed.get()).as("met").isNull();
      assertThat(logged.times(error)).isEqualTo(1);
    }
  }
}
