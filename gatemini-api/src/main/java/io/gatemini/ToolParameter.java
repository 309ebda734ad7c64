package io.gatemini;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a parameter of a {@link Tool} method. */
@Documented
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
public @interface ToolParameter {
  /** The meaning of the parameter. */
  String value() default "";

  /** Its name; the one in the source where empty. */
  String name() default "";

  /**
   * Whether a call must give it. An {@code Optional} or {@code @Nullable} one is never required.
   */
  boolean required() default true;
}
