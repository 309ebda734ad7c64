package io.gatemini.internal.inprocess;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.gatemini.config.ConfigException;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

class JavaAccessTest {
  record Open() {}

  @Test
  void refusesAMethodOfAModuleThatDoesNotOpenItsClass() throws Exception {
    Object object = List.of(1);
    Method method = object.getClass().getMethod("size");

    assertThrown(ConfigException.class, () -> JavaAccess.check(method, object, "tool \"size\""))
        .hasMessageStartingWith("tool \"size\": module java.base does not open the package of List")
        .hasMessageContaining(
            "write \"opens java.util to io.gatemini;\" into its module-info.java");
  }

  @Test
  void refusesATypeThatJacksonCannotMake() throws Exception {
    Class<?> hidden = Class.forName("sun.net.www.ParseUtil");

    assertThrown(ConfigException.class, () -> JavaAccess.check(hidden, "tool \"parse\", result"))
        .hasMessageContaining("\"opens sun.net.www to com.fasterxml.jackson.databind;\"");
  }

  @Test
  void takesWhatIsOpen() throws Exception {
    Method method = Object.class.getMethod("hashCode");

    assertThatCode(() -> JavaAccess.check(method, this, "tool")).doesNotThrowAnyException();
    assertThatCode(() -> JavaAccess.check(Open.class, "tool")).doesNotThrowAnyException();
    assertThatCode(() -> JavaAccess.check(String.class, "tool")).doesNotThrowAnyException();
  }
}
