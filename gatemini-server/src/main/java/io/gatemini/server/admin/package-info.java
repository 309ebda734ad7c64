/**
 * The port for operators: how the gateways of this process are, in JSON and as Prometheus reads it.
 *
 * <p>{@link AdminPort} listens and answers; {@link AdminAccess} says who may ask; {@link
 * BackendFigures} describes the backends, {@link AdminJson} and {@link Metrics} its formats.
 */
@NullMarked
package io.gatemini.server.admin;

import org.jspecify.annotations.NullMarked;
