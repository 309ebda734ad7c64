package io.gatemini.stability;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * API that code compiled against this version may rely on: it is removed or changed only after a
 * minor version has deprecated it and named the replacement. Members may be added: to an interface
 * that hosts implement as default methods, to a record together with a constructor of the old form.
 *
 * <p>The nearest mark counts: that of the member, its type, the type around it, the package.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PACKAGE, ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Stable {}
