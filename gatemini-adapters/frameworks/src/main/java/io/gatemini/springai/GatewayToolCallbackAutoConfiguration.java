package io.gatemini.springai;

import io.gatemini.Gateway;
import io.gatemini.Session;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * The tools of an application's gateway for Spring AI, unless {@code gatemini.agent-tools} is
 * false. Among several {@code ToolCallbackProvider}s it is had by its own type.
 */
@AutoConfiguration(after = GatewayAutoConfiguration.class)
@ConditionalOnClass(ToolCallbackProvider.class)
@ConditionalOnSingleCandidate(Gateway.class)
@ConditionalOnProperty(name = "gatemini.agent-tools", matchIfMissing = true)
@EnableConfigurationProperties(GatewayProperties.class)
public final class GatewayToolCallbackAutoConfiguration {
  GatewayToolCallbackAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  GatewayToolCallbackProvider gatewayToolCallbackProvider(
      Gateway gateway, GatewayProperties properties) {
    GatewayToolCallbackProvider provider =
        GatewayToolCallbackProvider.of(gateway, properties.withoutTools());
    return properties.session() == null
        ? provider
        : provider.withSession(Session.of(properties.session()));
  }
}
