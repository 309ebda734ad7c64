package io.gatemini.stability;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * API that may change or vanish in any minor version, as its changelog says: it is meant for use
 * and feedback. Nothing that is {@link Stable} names a type that is incubating.
 *
 * <p>The nearest mark counts: that of the member, its type, the type around it, the package.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PACKAGE, ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Incubating {}
