package io.gatemini.content;

import java.util.Base64;
import java.util.Objects;

/**
 * The content of a resource: a text, or bytes. Immutable.
 *
 * @param uri the address it was read under
 * @param mimeType what it is to be read as
 * @param text the text; bytes in Base64 where {@code binary}
 * @param binary whether it is bytes
 */
public record ResourceContent(String uri, String mimeType, String text, boolean binary) {
  public ResourceContent {
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(mimeType, "mimeType");
    Objects.requireNonNull(text, "text");
  }

  /** A text. */
  public ResourceContent(String uri, String mimeType, String text) {
    this(uri, mimeType, text, false);
  }

  /** Bytes, such as an image. */
  public static ResourceContent bytes(String uri, String mimeType, byte[] bytes) {
    return new ResourceContent(uri, mimeType, Base64.getEncoder().encodeToString(bytes), true);
  }
}
