package io.gatemini.content;

import java.util.Objects;

/**
 * A resource as clients see it in a list: something to read under an address of its own. Immutable.
 *
 * @param uri its address
 * @param name for programs
 * @param title for people; empty where the name says it
 * @param description what is in it, for a model; may be empty
 * @param mimeType what it is to be read as; empty where it is only known once it is read
 * @param annotations for whom it is, and how much it matters
 */
public record Resource(
    String uri,
    String name,
    String title,
    String description,
    String mimeType,
    ContentAnnotations annotations) {

  public Resource {
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(mimeType, "mimeType");
    Objects.requireNonNull(annotations, "annotations");
  }

  /** A resource without annotations. */
  public Resource(String uri, String name, String title, String description, String mimeType) {
    this(uri, name, title, description, mimeType, ContentAnnotations.none());
  }
}
