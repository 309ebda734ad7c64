/**
 * Mounts a gateway's endpoint into an application of Spring Boot: the property {@code
 * gatemini.http.path} is all it needs. Other options stand under {@code
 * gatemini.settings.plugins.http}.
 */
@NullMarked
@Incubating
package io.gatemini.transport.http.spring;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
