package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.catalog.BackendNames;
import io.gatemini.internal.settings.TemplateFormat;
import io.gatemini.internal.settings.Transports;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.text.VisibleText;
import java.util.List;
import java.util.function.Function;

/**
 * The registration of an agent: a name, and a backend by the rules of {@link TemplateFormat}.
 *
 * @param name the backend's name
 * @param config how to reach it
 * @param ignored fields that say nothing about a backend of this kind
 */
record ManualTemplate(String name, BackendConfig config, List<String> ignored) {
  /**
   * Reads a template.
   *
   * @param transports whose keys it may have
   * @param refuse turns what is wrong into the exception to throw
   */
  static ManualTemplate read(
      JsonNode template, Transports transports, Function<String, RuntimeException> refuse) {
    JsonNode name = template.path("name");
    if (!name.isTextual()) {
      throw refuse.apply(
          name.isMissingNode() || name.isNull()
              ? "manual_call_template needs a \"name\", a string"
              : "\"name\" must be a string, such as \"my-server\", not " + Arguments.shown(name));
    }
    if (!BackendNames.isPlain(name.textValue())) {
      throw refuse.apply(
          "\"name\" must be 1 to 64 letters, digits, '-' and '_', beginning with a letter or"
              + " digit, such as \"my-server\" or \"github\", not "
              + Arguments.shown(name));
    }
    try {
      TemplateFormat read = TemplateFormat.read(template, transports);
      List<String> ignored =
          read.ignored().stream().map(field -> VisibleText.line(field, 40)).limit(20).toList();
      return new ManualTemplate(name.textValue(), read.config(), ignored);
    } catch (ConfigException e) {
      throw refuse.apply(String.valueOf(e.getMessage()));
    }
  }
}
