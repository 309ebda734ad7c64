package io.gatemini.springai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    ObjectNode tree = PropertyTree.of(properties);
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
}
