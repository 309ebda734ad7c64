package io.gatemini.springai;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether an application has asked for a gateway: by a property, or by a customizer. That the jar
 * is on the class path is no wish for a bean.
 */
final class GatewayRequested implements ConfigurationCondition {
  private static final Bindable<Map<String, Object>> TREE =
      Bindable.mapOf(String.class, Object.class);

  @Override
  public ConfigurationPhase getConfigurationPhase() {
    return ConfigurationPhase.REGISTER_BEAN;
  }

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    Environment environment = context.getEnvironment();
    Binder binder = Binder.get(environment);
    return environment.containsProperty("gatemini.enabled")
        || environment.containsProperty("gatemini.config")
        || binder.bind("gatemini.backends", TREE).isBound()
        || binder.bind("gatemini.settings", TREE).isBound()
        || hasCustomizer(context.getBeanFactory());
  }

  private static boolean hasCustomizer(@Nullable ConfigurableListableBeanFactory beans) {
    return beans != null
        && beans.getBeanNamesForType(GatewayBuilderCustomizer.class, true, false).length > 0;
  }
}
