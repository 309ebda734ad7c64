/** Addresses of resources and templates of such addresses. */
@NullMarked
package io.gatemini.internal.surface.address;

import org.jspecify.annotations.NullMarked;
