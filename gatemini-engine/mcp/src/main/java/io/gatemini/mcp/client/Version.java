package io.gatemini.mcp.client;

/** The version of this library, as its jar states it. */
final class Version {
  private Version() {}

  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
