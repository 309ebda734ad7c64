/**
 * Child processes: how they are started, found again with all they started, measured and ended.
 * Internal to the transports of this module ({@code stdio}, {@code cli-adapter}); no promise is
 * made to anybody else.
 *
 * <pre>{@code
 * ProcessTree child = ProcessTree.start(List.of("npx", "server"), Map.of("LOG", "warn"), Optional.empty());
 * StderrTail stderr = new StderrTail();
 * stderr.follow(child.process().getErrorStream(), "child-err");
 * child.end(Duration.ofSeconds(5));
 * }</pre>
 */
@NullMarked
package io.gatemini.transport.process;

import org.jspecify.annotations.NullMarked;
