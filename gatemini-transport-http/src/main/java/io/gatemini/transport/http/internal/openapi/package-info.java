/**
 * OpenAPI documents as tools: reads a document, makes tools of its operations, requests of calls,
 * and results of answers. Internal; nothing here opens a connection.
 */
@NullMarked
package io.gatemini.transport.http.internal.openapi;

import org.jspecify.annotations.NullMarked;
