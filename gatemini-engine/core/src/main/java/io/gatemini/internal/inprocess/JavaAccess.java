package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gatemini.config.ConfigException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * The types and methods that the modules of a host let be called: asked when a tool is made, not
 * when it is called.
 */
final class JavaAccess {
  private JavaAccess() {}

  /** Makes a method one that can be called. */
  static void check(Method method, Object object, String where) {
    Object target = Modifier.isStatic(method.getModifiers()) ? null : object;
    if (!method.canAccess(target) && !method.trySetAccessible()) {
      throw closed(method.getDeclaringClass(), "io.gatemini", where);
    }
  }

  /** Checks that Jackson can make and read values of a type. */
  static void check(Class<?> type, String where) {
    Module module = type.getModule();
    Module jackson = ObjectMapper.class.getModule();
    String place = type.getPackageName();
    boolean isPublic = Modifier.isPublic(type.getModifiers()) && module.isExported(place, jackson);
    if (!isPublic && !module.isOpen(place, jackson)) {
      throw closed(type, "com.fasterxml.jackson.databind", where);
    }
  }

  private static ConfigException closed(Class<?> type, String reader, String where) {
    return new ConfigException(
        ("%s: %s does not open the package of %s; write \"opens %s to %s;\" into its"
                + " module-info.java")
            .formatted(
                where, type.getModule(), type.getSimpleName(), type.getPackageName(), reader));
  }
}
