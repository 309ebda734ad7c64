package io.gatemini.internal.inprocess;

import io.gatemini.BackendConfig.InProcessTool;
import java.util.List;

/** Turns annotated methods into tools. */
public final class AnnotatedMethods {
  private AnnotatedMethods() {}

  /** The tools of an object. */
  public static List<InProcessTool> of(Object object) {
    return List.of();
  }
}
