package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.testing.Served;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** A test of what goes over the wire between a client and a surface. */
abstract class ServedTest {
  final TestContext context = new TestContext();
  final TestSurface surface;
  final Served served;
  final TestClient client;

  ServedTest(TestSurface surface) {
    this.surface = surface;
    served = new Served(surface, context.scheduler());
    client = served.client;
  }

  /** With another bound for answers under way at the end. */
  ServedTest(TestSurface surface, Duration drain) {
    this.surface = surface;
    served = new Served(surface, context.scheduler(), drain);
    client = served.client;
  }

  @AfterEach
  void end() {
    served.close();
    context.close();
  }

  static int code(JsonNode answer) {
    return answer.at("/error/code").asInt();
  }

  static String message(JsonNode answer) {
    return answer.at("/error/message").asText();
  }
}
