package io.gatemini;

/**
 * A plug-in that a gateway uses.
 *
 * @param kind what it is: {@code backend}, {@code retriever}, {@code output-reducer}, ...
 * @param name its name among its kind
 * @param weight its order among its kind, highest first
 * @param implementation the class that provides it
 * @param origin how it came in
 */
public record PluginInfo(
    String kind, String name, int weight, String implementation, Origin origin) {
  /** How a plug-in came in. */
  public enum Origin {
    /** Part of the engine. */
    BUILT_IN,
    /** Found on the class path. */
    DISCOVERED,
    /** Given to the builder. */
    EXPLICIT
  }
}
