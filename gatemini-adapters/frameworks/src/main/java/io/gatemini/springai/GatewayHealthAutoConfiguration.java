package io.gatemini.springai;

import io.gatemini.Gateway;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The health of an application's gateway as {@code gatemini}, unless {@code
 * management.health.gatemini.enabled} is false; for Spring Boot 3 and 4, whose types for it are in
 * different packages.
 */
@AutoConfiguration(after = GatewayAutoConfiguration.class)
@ConditionalOnSingleCandidate(Gateway.class)
@ConditionalOnProperty(name = "management.health.gatemini.enabled", matchIfMissing = true)
public final class GatewayHealthAutoConfiguration {
  GatewayHealthAutoConfiguration() {}

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HealthIndicator.class)
  static final class OfBoot3 {
    @Bean
    @ConditionalOnMissingBean(name = "gateminiHealthIndicator")
    HealthIndicator gateminiHealthIndicator(Gateway gateway) {
      return () -> {
        GatewayHealth health = GatewayHealth.of(gateway);
        return Health.status(health.status()).withDetails(health.details()).build();
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(org.springframework.boot.health.contributor.HealthIndicator.class)
  static final class OfBoot4 {
    @Bean
    @ConditionalOnMissingBean(name = "gateminiHealthIndicator")
    org.springframework.boot.health.contributor.HealthIndicator gateminiHealthIndicator(
        Gateway gateway) {
      return () -> {
        GatewayHealth health = GatewayHealth.of(gateway);
        return org.springframework.boot.health.contributor.Health.status(health.status())
            .withDetails(health.details())
            .build();
      };
    }
  }
}
