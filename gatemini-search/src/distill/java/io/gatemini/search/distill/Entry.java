package io.gatemini.search.distill;

/**
 * A package's text about one thing: an operation of an API, a word, a program.
 *
 * @param source which reader found it; also the weight class of {@link Corpus}
 * @param name an identifier or a word, as written
 * @param description prose without mark-up, never empty
 */
record Entry(String source, String name, String description) {}
