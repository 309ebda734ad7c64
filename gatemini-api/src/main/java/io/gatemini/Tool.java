package io.gatemini;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a public method a tool of an in-process backend, see {@code BackendConfig.methodsOf}. The
 * input schema follows from the parameters, the output schema from what it returns; compile with
 * {@code -parameters}, or name them with {@link ToolParameter}.
 *
 * <p>A parameter of type {@link CallContext}, {@link Session}, {@link ClientChannel} or {@link
 * ProgressListener} is no argument: it is that of the call, and agents do not see it. A method is
 * interrupted when the call is cancelled or its deadline passes; the future of a stage that it
 * returned is cancelled.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Tool {
  /** The purpose of the tool; searches show its first sentence. */
  String value();

  /** The tool's name; the method's in snake case where empty. */
  String name() default "";

  /** Whether the tool changes nothing. */
  boolean readOnly() default false;

  /** Whether the tool may destroy what is there; counts only for one that is not read-only. */
  boolean destructive() default true;

  /** Whether a second call with the same arguments changes nothing more. */
  boolean idempotent() default false;

  /** Whether the tool reaches beyond this process, say to the web. */
  boolean openWorld() default true;
}
