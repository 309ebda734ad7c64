/**
 * Notifications to clients: lists that changed, resources that changed, log lines. It decides who
 * hears what and how often; what a list holds is asked of the surface, and how a message is written
 * is for {@code io.gatemini.mcp.server}.
 */
@NullMarked
package io.gatemini.internal.surface.notice;

import org.jspecify.annotations.NullMarked;
