package io.gatemini.mcp.server;

import java.time.Duration;

/** A test of what goes over the wire between a client and a {@link WireSurface}. */
abstract class WireTest extends ServedTest {
  final WireSurface wire;

  WireTest() {
    this(new WireSurface());
  }

  private WireTest(WireSurface wire) {
    super(wire.surface);
    this.wire = wire;
  }

  WireTest(Duration drain) {
    this(new WireSurface(), drain);
  }

  private WireTest(WireSurface wire, Duration drain) {
    super(wire.surface, drain);
    this.wire = wire;
  }
}
