/**
 * Addresses of resources and templates of such addresses. It reads and matches text, and knows no
 * resource.
 */
@NullMarked
package io.gatemini.internal.surface.address;

import org.jspecify.annotations.NullMarked;
