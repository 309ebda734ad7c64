/**
 * The parts of running a program that are the same for every engine, and the contract between an
 * engine and the process that holds it, be it the gateway's or a worker's. Internal; it knows no
 * engine and nothing of worker processes.
 */
@NullMarked
package io.gatemini.sandbox.internal.run;

import org.jspecify.annotations.NullMarked;
