package com.example.outside;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import java.util.Map;

/** Calls a tool of a plug-in that is found on the class path. */
public final class PlugIn {
  private PlugIn() {}

  public static void main(String[] args) {
    try (Gateway gateway =
        Gateway.builder().backend("wall", BackendConfig.of("clock")).build()) {
      String now = gateway.call("wall.now", Map.of("zone", "Europe/Vienna")).text();
      if (!now.endsWith("[Europe/Vienna]")) {
        throw new AssertionError(now);
      }
    }
  }
}
