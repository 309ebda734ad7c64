package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.testing.Served;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** A test of what goes over the wire between a client and a {@link WireSurface}. */
abstract class WireTest {
  final TestContext context = new TestContext();
  final WireSurface wire = new WireSurface();
  final TestSurface surface = wire.surface;
  final Served served;

  WireTest() {
    served = new Served(surface, context.scheduler());
  }

  /** With another bound for answers under way at the end. */
  WireTest(Duration drain) {
    served = new Served(surface, context.scheduler(), drain);
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
