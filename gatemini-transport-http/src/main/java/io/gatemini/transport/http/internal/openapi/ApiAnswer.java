package io.gatemini.transport.http.internal.openapi;

import io.gatemini.transport.http.internal.client.ContentType;
import java.util.Optional;

/**
 * The answer of an API.
 *
 * @param summary server and status, as errors name them
 * @param said what the page of an error says, in one line
 * @param location where a redirect leads that is not followed
 * @param body not copied
 */
@SuppressWarnings("ArrayRecordComponent") // large, and read once
public record ApiAnswer(
    int status,
    String summary,
    Optional<String> said,
    Optional<String> location,
    ContentType type,
    byte[] body) {}
