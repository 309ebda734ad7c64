/**
 * The engine: it puts the parts below together into a gateway and lends them a face. It may use
 * every package below; none of them uses it. Packages form no circle: {@code text}, {@code thread},
 * {@code json} and {@code async} are at the bottom, {@code surface} and {@code chain} at the top.
 * Nothing here is a promise to users.
 */
@NullMarked
package io.gatemini.internal;

import org.jspecify.annotations.NullMarked;
