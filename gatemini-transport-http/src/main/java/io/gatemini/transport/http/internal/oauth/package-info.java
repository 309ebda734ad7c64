/**
 * Access tokens of backends by OAuth 2.1: machines' grants, and the sign-in of a person. Internal;
 * nothing here knows MCP. The protocol's requests and metadata are those of the Nimbus OAuth 2.0
 * SDK, which nothing outside of this package sees.
 */
@NullMarked
package io.gatemini.transport.http.internal.oauth;

import org.jspecify.annotations.NullMarked;
