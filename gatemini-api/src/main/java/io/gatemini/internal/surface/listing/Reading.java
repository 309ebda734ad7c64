package io.gatemini.internal.surface.listing;

/** The text of a resource, and what it is to be read as. */
public record Reading(String mimeType, String text) {
  public static final String JSON = "application/json";
  public static final String TEXT = "text/plain";
  public static final String MARKDOWN = "text/markdown";
}
