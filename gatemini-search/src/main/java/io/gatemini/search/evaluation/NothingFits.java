package io.gatemini.search.evaluation;

/**
 * How well a search knows that nothing fits. A foreign task is a query without gold tools.
 *
 * @param foreign how many foreign tasks were asked
 * @param found the share of them that the search said nothing fits
 * @param falseAlarms the share of the other queries that it said so of
 */
public record NothingFits(long foreign, double found, double falseAlarms) {}
