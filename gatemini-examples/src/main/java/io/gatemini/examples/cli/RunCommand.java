package io.gatemini.examples.cli;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.ConfigException;
import io.gatemini.Gateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Runs a program over the tools. */
@Command(name = "run", description = "Run a program over the tools, as call_tool_chain does.")
final class RunCommand extends GatewayCommand {
  @Parameters(paramLabel = "FILE", description = "The program; - reads it from stdin.")
  String file = "-";

  @Option(names = "--timeout", paramLabel = "MS", description = "Bound in milliseconds.")
  @Nullable Long timeoutMillis;

  @Option(names = "--intent", description = "What you want to know from a large answer.")
  @Nullable String intent;

  @Override
  int ask(Gateway gateway) throws IOException {
    ChainRequest request = ChainRequest.of(code());
    if (timeoutMillis != null) {
      if (timeoutMillis < 1) {
        throw new ParameterException(spec().commandLine(), "--timeout must be positive");
      }
      request = request.withTimeout(Duration.ofMillis(timeoutMillis));
    }
    ChainResult result = gateway.run(intent == null ? request : request.withIntent(intent));
    result.logs().forEach(err()::println);
    (result.isError() ? err() : out()).println(result.text());
    return result.isError() ? CommandLineMain.FAILED : 0;
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
