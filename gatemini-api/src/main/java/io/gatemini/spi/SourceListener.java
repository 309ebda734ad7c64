package io.gatemini.spi;

/**
 * Hears what changes at a source of resources or prompts. Methods return at once; clients hear of
 * it a few hundred milliseconds later, once for a row of changes.
 */
public interface SourceListener {
  /** The list has changed. */
  void listChanged();

  /** A resource says something else now. */
  void updated(String uri);
}
