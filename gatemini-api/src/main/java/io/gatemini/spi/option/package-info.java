/**
 * The keys of configurations: declared once, read with their place, checked, described.
 *
 * <p>A plug-in declares its keys in an {@link io.gatemini.spi.option.OptionTable}. The table reads
 * them out of a file or out of what a host wrote in Java, checks them, and describes them in the
 * JSON schema of the configuration:
 *
 * <pre>{@code
 * private static final OptionTable OPTIONS = new OptionTable("mailbox");
 * private static final OptionKey<String> FOLDER =
 *     OPTIONS.add("folder", OptionType.text(), "INBOX", "The folder to read.");
 * private static final OptionKey<Integer> MOST =
 *     OPTIONS.add("max_messages", OptionType.integer(1, 1_000), 50, "Messages of one answer.");
 *
 * OptionValues values = OPTIONS.read(Options.of("mailbox", config));
 * String folder = values.get(FOLDER);
 * }</pre>
 */
@NullMarked
package io.gatemini.spi.option;

import org.jspecify.annotations.NullMarked;
