package io.gatemini.springai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * The gateway of an application of Spring Boot, where a property {@code gatemini.config}, {@code
 * gatemini.backends}, {@code gatemini.settings} or {@code gatemini.enabled}, or a {@link
 * GatewayBuilderCustomizer}, asks for one, and the application has none of its own. Its backends
 * start in the background. It is closed when the context destroys its beans: after the web server
 * has answered what was under way, and after all beans that use it.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "gatemini.enabled", matchIfMissing = true)
@EnableConfigurationProperties(GatewayProperties.class)
public final class GatewayAutoConfiguration {
  GatewayAutoConfiguration() {}

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  @Conditional(GatewayRequested.class)
  Gateway gateway(
      GatewayProperties properties,
      ResourceLoader resources,
      ObjectProvider<GatewayBuilderCustomizer> customizers) {
    GatewayBuilder builder = Gateway.builder();
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    if (properties.config() != null) {
      read(resources.getResource(properties.config()), builder);
    }
    ObjectNode tree = propertyTree(properties);
    if (!tree.isEmpty()) {
      builder.config("properties gatemini.*", tree);
    }
    return builder.build();
  }

  /** A resource in a jar has no path. */
  private static void read(Resource resource, GatewayBuilder builder) {
    try {
      if (resource.isFile()) {
        builder.config(resource.getFile().toPath());
      } else {
        String name = resource.getFilename();
        builder.config(
            name == null ? "gatemini.config" : name,
            resource.getContentAsString(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new ConfigException(
          "gatemini.config: " + resource.getDescription() + " cannot be read", e);
    }
  }

  /** The tree of all that is written in properties and not in a file; empty where nothing is. */
  private static ObjectNode propertyTree(GatewayProperties properties) {
    ObjectNode tree = object(properties.settings());
    if (!properties.backends().isEmpty()) {
      tree.set("backends", object(properties.backends()));
    }
    return tree;
  }

  private static ObjectNode object(Map<?, ?> map) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    map.forEach((key, value) -> object.set(key.toString(), node(value)));
    return object;
  }

  private static JsonNode node(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return RawJson.ofValue(value).tree();
    }
    return isList(map) ? array(map) : object(map);
  }

  /** Spring Boot binds a list as a map of its indexes where it does not know that it is one. */
  private static boolean isList(Map<?, ?> map) {
    for (int i = 0; i < map.size(); i++) {
      if (!map.containsKey(String.valueOf(i))) {
        return false;
      }
    }
    return !map.isEmpty();
  }

  private static ArrayNode array(Map<?, ?> map) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < map.size(); i++) {
      Object value = map.get(String.valueOf(i));
      array.add(value == null ? array.nullNode() : node(value));
    }
    return array;
  }
}
