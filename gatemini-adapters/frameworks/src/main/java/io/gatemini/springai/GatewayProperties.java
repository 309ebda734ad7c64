package io.gatemini.springai;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code gatemini.*}; what editors show of them is in {@code
 * META-INF/spring-configuration-metadata.json}.
 *
 * @param enabled whether there is a gateway at all
 * @param config the address of a configuration: {@code file:} or {@code classpath:}
 * @param agentTools whether there is a bean with the tools of the surface
 * @param withoutTools names of tools of the surface that it is not to have
 * @param session the id of the session of calls that name none
 * @param backends backends by name, with the keys that they have in a file
 * @param settings the other keys of a file
 */
@ConfigurationProperties("gatemini")
record GatewayProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String config,
    @DefaultValue("true") boolean agentTools,
    @DefaultValue Set<String> withoutTools,
    @Nullable String session,
    @DefaultValue Map<String, Object> backends,
    @DefaultValue Map<String, Object> settings) {}
