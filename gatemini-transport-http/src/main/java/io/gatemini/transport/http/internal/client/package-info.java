/**
 * HTTP below the protocol: the client, the addresses it may connect to, and the parts of an answer
 * that are read the same way whatever they mean. Internal; nothing here knows MCP.
 */
@NullMarked
package io.gatemini.transport.http.internal.client;

import org.jspecify.annotations.NullMarked;
