package io.gatemini.transport.cli;

import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendTool;
import io.gatemini.transport.cli.Launcher.Job;
import io.gatemini.transport.cli.Launcher.Limit;
import io.gatemini.transport.cli.ProgramRun.Outcome;
import java.io.File;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A backend whose tools are programs. Nothing runs between calls but what programs left in the
 * background, which ends with the backend.
 */
final class CliBackend implements Backend {
  private static final Logger LOG = System.getLogger(CliBackend.class.getName());

  private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

  private static final int LAST_WORDS_LINES = 3;
  private static final int LAST_WORDS_LENGTH = 400;

  private final BackendContext context;
  private final CliOptions options;
  private final Map<String, CommandTool> tools;
  private final Launcher launcher;

  /** Compiled at the first call: reading them takes longer than most starts. */
  private final Map<String, InputSchema> schemas = new ConcurrentHashMap<>();

  private volatile List<String> stderrTail = List.of();

  CliBackend(BackendContext context, CliOptions options) {
    this.context = context;
    this.options = options;
    this.tools =
        options.tools().stream().collect(Collectors.toMap(CommandTool::name, Function.identity()));
    this.launcher = new Launcher(context, options.grace());
  }

  @Override
  public CompletionStage<Void> start() {
    options.tools().stream()
        .filter(tool -> !isThere(tool))
        .forEach(
            tool ->
                LOG.log(
                    Level.WARNING,
                    "backend \"{0}\": the program of tool \"{1}\" was not found",
                    context.name(),
                    tool.name()));
    return healthy();
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.completedFuture(
        options.tools().stream().map(CommandTool::published).toList());
  }

  /** The health check once more; without one, whether any of the programs can be found. */
  @Override
  public CompletionStage<Void> ping() {
    return healthy();
  }

  @Override
  public CompletionStage<Void> stop() {
    return launcher.stop();
  }

  @Override
  public Duration stopTimeout() {
    return launcher.stopTimeout();
  }

  @Override
  public List<String> stderrTail() {
    return stderrTail;
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    CommandTool tool = tools.get(call.tool());
    if (tool == null) {
      return CompletableFuture.failedFuture(
          new UnknownToolException(
              "backend \"" + context.name() + "\" has no tool \"" + call.tool() + "\""));
    }
    try {
      CallValues values = new CallValues(call.arguments().tree(), tool.published().inputSchema());
      if (tool.hasOwnSchema() && context.config().validateArguments()) {
        schemas
            .computeIfAbsent(
                tool.name(), name -> new InputSchema(name, tool.published().inputSchema()))
            .check(call.arguments().tree());
      }
      return launcher.launch(
          new Job(
              tool.name(),
              tool.command().commandLine(values),
              tool.command().environment(values),
              tool.stdin().map(template -> template.text(values)),
              options.maxOutputBytes()),
          tool.timeout().map(timeout -> new Limit(timeout, tooSlow(tool, timeout))),
          (outcome, result) -> result.complete(result(tool, outcome)),
          problem -> tool.notStarted(problem));
    } catch (InvalidArgumentsException e) {
      return CompletableFuture.failedFuture(
          new InvalidArgumentsException(tool.name() + ": " + e.getMessage()));
    } catch (ConfigException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private ToolResult result(CommandTool tool, Outcome outcome) {
    remember(outcome);
    return tool.result(outcome, options.maxOutputBytes());
  }

  private CallTimeoutException tooSlow(CommandTool tool, Duration timeout) {
    return new CallTimeoutException(
        tool.name()
            + " did not end within its timeout of "
            + timeout.toMillis()
            + " ms and was stopped");
  }

  private CompletableFuture<Void> healthy() {
    Optional<ArgumentTemplate> healthCheck = options.healthCheck();
    if (healthCheck.isEmpty()) {
      return options.tools().stream().anyMatch(this::isThere)
          ? CompletableFuture.completedFuture(null)
          : CompletableFuture.failedFuture(
              unhealthy("none of the programs of its tools was found; install them", List.of()));
    }
    Duration timeout = context.config().startTimeout();
    return launcher.launch(
        new Job(
            "health_check",
            healthCheck.get().commandLine(CallValues.none()),
            Map.of(),
            Optional.empty(),
            0),
        Optional.of(
            new Limit(
                timeout,
                unhealthy(
                    "its health_check did not end within " + timeout.toMillis() + " ms",
                    List.of()))),
        (outcome, healthy) -> {
          remember(outcome);
          if (outcome.exitCode() != 0) {
            throw unhealthy(
                "its health_check exited with code " + outcome.exitCode(), outcome.stderr());
          }
          healthy.complete(null);
        },
        problem -> {
          throw unhealthy("its health_check did not start: " + problem.text(), List.of());
        });
  }

  /** Whether its program can be started, judged by its file; nothing runs. */
  private boolean isThere(CommandTool tool) {
    String program = tool.command().program();
    if (CliOptions.isWindows()) {
      return true; // more than the name of a file decides there
    }
    try {
      if (program.contains("/")) {
        return isExecutable(Path.of(context.config().cwd().orElse("")).resolve(program));
      }
      // The directories of the gateway count, not those of the child's environment.
      return SEPARATOR
          .splitAsStream(System.getenv().getOrDefault("PATH", "/bin:/usr/bin"))
          .anyMatch(place -> isExecutable(Path.of(place).resolve(program)));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isExecutable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private void remember(Outcome outcome) {
    if (!outcome.stderr().isEmpty()) {
      stderrTail = outcome.stderr();
    }
  }

  private BackendUnavailableException unhealthy(String why, List<String> stderr) {
    String words = lastWords(stderr);
    return new BackendUnavailableException(
        "backend \""
            + context.name()
            + "\" cannot be used: "
            + why
            + (words.isEmpty() ? "" : "; last words: " + words));
  }

  /** The last few lines for a message; empty when there are none. */
  static String lastWords(List<String> stderr) {
    String words =
        String.join(
                " | ", stderr.subList(Math.max(0, stderr.size() - LAST_WORDS_LINES), stderr.size()))
            .strip();
    return words.length() <= LAST_WORDS_LENGTH
        ? words
        : "…" + words.substring(words.length() - LAST_WORDS_LENGTH);
  }
}
