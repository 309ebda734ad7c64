package io.gatemini.content;

import java.util.Objects;

/**
 * Resources whose addresses are made by a template, as clients see it in a list. Immutable.
 *
 * @param uriTemplate the address with variables, RFC 6570: <code>docs://page/{name}{?lines}</code>;
 *     a variable of the path stands for one segment, or for what is between the text in it
 * @param name for programs
 * @param title for people; empty where the name says it
 * @param description what they say, for a model; may be empty
 * @param mimeType what all of them are to be read as; empty where they differ
 * @param annotations for whom they are, and how much they matter
 */
public record ResourceTemplate(
    String uriTemplate,
    String name,
    String title,
    String description,
    String mimeType,
    ContentAnnotations annotations) {

  public ResourceTemplate {
    Objects.requireNonNull(uriTemplate, "uriTemplate");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(mimeType, "mimeType");
    Objects.requireNonNull(annotations, "annotations");
  }

  /** A template without annotations. */
  public ResourceTemplate(
      String uriTemplate, String name, String title, String description, String mimeType) {
    this(uriTemplate, name, title, description, mimeType, ContentAnnotations.none());
  }
}
