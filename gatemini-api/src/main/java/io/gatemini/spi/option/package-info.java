/**
 * The keys of configurations: declared once, read with their place, checked, described.
 *
 * <p>A plug-in declares its keys in an {@link io.gatemini.spi.option.OptionTable}. The table reads
 * them out of a file or out of what a host wrote in Java, checks them, and describes them in the
 * JSON schema of the configuration:
 *
 * <pre>{@code
 * // Once, as constants of the plug-in:
 * OptionTable table = new OptionTable("mailbox");
 * OptionKey<String> folder =
 *     table.add("folder", OptionType.text(), "INBOX", "The folder to read.");
 * OptionKey<Integer> most =
 *     table.add("max_messages", OptionType.integer(1, 1_000), 50, "Messages of one answer.");
 *
 * // For each backend:
 * OptionValues values = table.read(Options.of("mailbox", context.config().options()));
 * String read = values.get(folder);
 * }</pre>
 */
@NullMarked
@Stable
package io.gatemini.spi.option;

import io.gatemini.stability.Stable;
import org.jspecify.annotations.NullMarked;
