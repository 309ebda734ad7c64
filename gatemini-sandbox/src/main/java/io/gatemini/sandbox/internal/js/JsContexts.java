package io.gatemini.sandbox.internal.js;

import org.jspecify.annotations.Nullable;

/** Makes the contexts of programs. Thread-safe. */
public interface JsContexts {
  /** One that was made ahead, if there is one; it belongs to the calling thread from now on. */
  default @Nullable JsContext poll(long maxStatements) {
    return null;
  }

  /** A fresh one. */
  JsContext make(long maxStatements);
}
