/** Notifications to clients: lists that changed, resources that changed, log lines. */
@NullMarked
package io.gatemini.internal.surface.notice;

import org.jspecify.annotations.NullMarked;
