package io.gatemini.internal.surface;

import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.chain.code.JavaScript;
import io.gatemini.internal.config.Settings;
import io.gatemini.internal.config.Transports;
import java.util.List;

/** The options of a surface without transports. */
final class GivenOptions {
  private GivenOptions() {}

  static SurfaceOptions of(GatewaySettings settings) {
    return SurfaceOptions.of(
        new Settings(settings), new Transports(List.of()), List.of(JavaScript.LANGUAGE));
  }
}
