package io.gatemini.internal.surface.resource;

/** What a resource says, and what it is to be read as. */
record Reading(String mimeType, String text) {
  static final String JSON = "application/json";
  static final String TEXT = "text/plain";
  static final String MARKDOWN = "text/markdown";
}
