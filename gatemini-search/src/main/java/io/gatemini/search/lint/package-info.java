/**
 * Checks a catalog for tools that agents find badly, mistake for others or must not trust, and
 * chooses the words by which people ask for its tools.
 *
 * <pre>{@code
 * static void check(Gateway gateway) {
 *   LintReport report = CatalogLint.of(gateway);
 *   for (LintFinding finding : report.findings()) {
 *     System.err.println(finding.rule() + " " + finding.tool() + ": " + finding.message());
 *     System.err.println("  " + finding.remedy());
 *     finding.spoiled().forEach(it -> System.err.println("  spoils: " + it.request()));
 *   }
 * }
 * }</pre>
 *
 * <p>Tools are judged by their definitions; nothing is called.
 */
@NullMarked
@Incubating
package io.gatemini.search.lint;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
