package io.gatemini.server.cli;

import io.gatemini.ChainRequest;
import io.gatemini.ChainRequest.Mode;
import io.gatemini.ChainResult;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a program over the tools. */
@Command(name = "run", description = "Run a program over the tools, as call_tool_chain does.")
final class RunCommand extends GatewayCommand {
  @Parameters(paramLabel = "FILE", description = "The program; - reads it from stdin.")
  String file = "-";

  @Option(
      names = "--language",
      paramLabel = "NAME",
      description = "typescript, lua, or that of a plug-in; lua where FILE ends with .lua.")
  @Nullable String language;

  @Option(names = "--timeout", paramLabel = "MS", description = "Bound in milliseconds.")
  @Nullable Long timeoutMillis;

  @Option(names = "--intent", description = "The facts that you want from a large answer.")
  @Nullable String intent;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "run",
      description =
          "run; read_only: rejects tools that are not read-only; plan: calls nothing and "
              + "prints the calls (default: ${DEFAULT-VALUE}).")
  String mode = "run";

  private String code = "";

  @Override
  String input() {
    return code;
  }

  @Override
  Question question() throws IOException {
    ChainRequest request = request();
    return gateway -> {
      AwaitedBackends.await(gateway, namedIn(request.code()), err());
      return print(gateway.run(request));
    };
  }

  private ChainRequest request() throws IOException {
    Mode asked = mode();
    code = parent.served.isPresent() ? parent.served.get().input() : code();
    if (code.isBlank()) {
      throw refused("the program is empty");
    }
    ChainRequest request = ChainRequest.of(code).withMode(asked).withSession(parent.session());
    if (language != null || file.endsWith(".lua")) {
      request = request.withLanguage(language == null ? "lua" : language);
    }
    if (timeoutMillis != null) {
      if (timeoutMillis < 1) {
        throw refused("--timeout must be positive");
      }
      request = request.withTimeout(Duration.ofMillis(timeoutMillis));
    }
    return intent == null ? request : request.withIntent(intent);
  }

  private int print(ChainResult result) {
    if (result.isError()) {
      err().println(result.text());
    } else {
      // Console output goes where it does not get into what is piped on.
      result.logs().forEach(err()::println);
      out().println(result.logs().isEmpty() ? result.text() : value(result));
    }
    return result.isError() ? CommandLineMain.FAILED : 0;
  }

  /** The text of what was returned, which console output follows as another block. */
  private static String value(ChainResult result) {
    return result.result().content().get(0).path("text").asText();
  }

  private Mode mode() {
    return switch (mode) {
      case "run" -> Mode.RUN;
      case "read_only" -> Mode.READ_ONLY;
      case "plan" -> Mode.PLAN;
      default -> throw refused("--mode must be run, read_only or plan, not \"" + mode + "\"");
    };
  }

  private String code() throws IOException {
    if (file.equals("-")) {
      return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    }
    try {
      return Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new ConfigException("there is no file " + file + "; name a program, or - for stdin", e);
    } catch (IOException e) {
      throw new ConfigException(file + " cannot be read as UTF-8 text", e);
    }
  }
}
