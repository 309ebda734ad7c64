package io.gatemini.stability;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What code that is compiled against this version may rely on: it is removed or changed only after
 * it has been deprecated in a minor version, with what to use instead. Members may be added: to an
 * interface that hosts implement as default methods, to a record together with a constructor of the
 * old form.
 *
 * <p>The nearest mark counts: that of the member, its type, the type around it, the package.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PACKAGE, ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Stable {}
