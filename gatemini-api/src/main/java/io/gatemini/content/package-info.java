/**
 * Resources and prompts, and the contents that they hold.
 *
 * <pre>{@code
 * Resource readme = new Resource("docs://readme", "readme", "", "How to begin.", "text/markdown");
 * ResourceContent content = new ResourceContent(readme.uri(), "text/markdown", "# Hello");
 * Prompt greeting =
 *     new Prompt("greet", "", "A greeting.", List.of(new PromptArgument("name", "", "", true)));
 * PromptContent answer = PromptContent.of("A greeting.", "Greet Ada.");
 * }</pre>
 */
@NullMarked
@Stable
package io.gatemini.content;

import io.gatemini.stability.Stable;
import org.jspecify.annotations.NullMarked;
