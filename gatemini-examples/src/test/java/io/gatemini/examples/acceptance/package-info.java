/**
 * The bundled server and the gateway against real peers: npm servers, the official TypeScript
 * client, the inspector, and processes that misbehave on purpose.
 */
@NullMarked
package io.gatemini.examples.acceptance;

import org.jspecify.annotations.NullMarked;
