package io.gatemini.mcp.server;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.Surface.Completion;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.content.PromptMessage;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.testing.TestSurface;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** A surface that has some of everything, and of each kind one that takes its time. */
final class WireSurface {
  final CompletableFuture<ResourceContent> reading = new CompletableFuture<>();
  final CompletableFuture<PromptContent> prompting = new CompletableFuture<>();
  final CompletableFuture<Completion> completing = new CompletableFuture<>();
  final AtomicReference<CompletionRequest> completed = new AtomicReference<>();
  final TestSurface surface =
      new TestSurface()
          .resource("test://a", CompletableFuture.completedFuture("A"))
          .resource(
              new Resource(
                  "test://image",
                  "image",
                  "",
                  "",
                  "image/png",
                  new ContentAnnotations(
                      Set.of(Role.ASSISTANT, Role.USER),
                      OptionalDouble.of(0.5),
                      Optional.of(Instant.parse("2026-01-02T03:04:05Z")))),
              CompletableFuture.completedFuture(
                  ResourceContent.bytes("test://image", "image/png", new byte[] {1, 2, 3})))
          .resource(new Resource("test://slow", "slow", "", "", ""), reading)
          .template(
              new ResourceTemplate(
                  "test://{id}", "by-id", "", "", "", ContentAnnotations.of(1, Role.USER)))
          .prompt(
              new Prompt(
                  "greet",
                  "Greeting",
                  "Greets.",
                  List.of(
                      new PromptArgument("name", "Name", "Whom.", true),
                      new PromptArgument("mood", "", "", false))),
              this::greet)
          .prompt(new Prompt("slow", "", "", List.of()), arguments -> prompting)
          .completion(this::complete);

  private CompletableFuture<PromptContent> greet(Map<String, String> arguments) {
    String name = arguments.get("name");
    return name == null
        ? CompletableFuture.failedFuture(
            new InvalidArgumentsException("the prompt \"greet\" needs \"name\""))
        : CompletableFuture.completedFuture(
            new PromptContent(
                "A greeting",
                List.of(
                    new PromptMessage(Role.USER, "I am " + name + " " + arguments),
                    new PromptMessage(Role.ASSISTANT, "Hello"))));
  }

  private CompletableFuture<Completion> complete(CompletionRequest request) {
    completed.set(request);
    return request.value().equals("slow")
        ? completing
        : CompletableFuture.completedFuture(
            Completion.of(IntStream.range(0, 150).mapToObj(i -> request.value() + i).toList()));
  }
}
