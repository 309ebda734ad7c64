/**
 * The access tokens of an authorization server that clients of the endpoint send: {@link
 * JwtOptions} has what the operator says of them, and the metadata that leads clients to the
 * server. Internal; nothing outside sees the library that reads them.
 */
@NullMarked
package io.gatemini.transport.http.internal.token;

import org.jspecify.annotations.NullMarked;
