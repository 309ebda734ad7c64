package io.gatemini.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Pairs;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class TemplateFormatTest {
  /** A small one, as a reader of messages may have. */
  private static final int STACK_BYTES = 256 * 1024;

  @Pairs("200 -> true | 200 -> false | 2400 -> true | 2400 -> false")
  void refusesDeepNestingWithinASmallStack(int levels, boolean arrays) throws Exception {
    JsonNode deep = JsonNodeFactory.instance.textNode("x");
    for (int i = 0; i < levels; i++) {
      deep =
          arrays
              ? JsonNodeFactory.instance.arrayNode().add(deep)
              : JsonNodeFactory.instance.objectNode().set("a", deep);
    }
    ObjectNode template = JsonNodeFactory.instance.objectNode().put("command", "echo");
    template.set("env", deep);
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();

    new Thread(null, () -> thrown.complete(catching(template)), "small", STACK_BYTES).start();

    assertThat(thrown.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("manual_call_template is nested too deeply");
  }

  private static Throwable catching(JsonNode template) {
    try {
      return new AssertionError("read: " + TemplateFormat.read(template, GivenTransports.ALL));
    } catch (ConfigException | StackOverflowError e) {
      return e;
    }
  }
}
