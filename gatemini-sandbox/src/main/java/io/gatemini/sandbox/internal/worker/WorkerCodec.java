package io.gatemini.sandbox.internal.worker;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallRefusedException;
import io.gatemini.CallTimeoutException;
import io.gatemini.GatewayClosedException;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.UnknownToolException;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.Causes;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/** How the values of the contract stand in frames. */
final class WorkerCodec {
  /** The failures that a program or its hints may distinguish, by their names on the wire. */
  private static final List<Failure> FAILURES =
      List.of(
          new Failure("unknown-tool", UnknownToolException.class, UnknownToolException::new),
          new Failure(
              "invalid-arguments", InvalidArgumentsException.class, InvalidArgumentsException::new),
          new Failure(
              "unavailable", BackendUnavailableException.class, BackendUnavailableException::new),
          new Failure("timeout", CallTimeoutException.class, CallTimeoutException::new),
          new Failure("refused", CallRefusedException.class, CallRefusedException::new),
          new Failure("call", BackendCallException.class, BackendCallException::new),
          new Failure("script", ScriptException.class, ScriptException::new),
          new Failure("closed", GatewayClosedException.class, GatewayClosedException::new),
          new Failure("gateway", GatewayException.class, GatewayException::new),
          new Failure("cancelled", CancellationException.class, CancellationException::new));

  private static final String INTERNAL = "internal";

  /** A kind of failures: those of a type that are of none of the kinds before. */
  private record Failure(
      String kind, Class<? extends RuntimeException> type, Function<String, RuntimeException> of) {}

  private WorkerCodec() {}

  static void write(WireWriter out, SandboxConfig config) {
    out.json(RawJson.of(config.json()));
  }

  static SandboxConfig config(WireReader in) {
    return SandboxConfig.of(in.json().tree());
  }

  static void write(WireWriter out, Program program) {
    out.text(program.code())
        .text(program.language())
        .optional(program.params(), WireWriter::json)
        .flag(program.nested())
        .flag(program.plan());
  }

  static Program program(WireReader in) {
    return new Program(in.text(), in.text(), in.optional(WireReader::json), in.flag(), in.flag());
  }

  /** The limits of a program of whose time so much is left. */
  static void write(WireWriter out, Limits limits, Duration left) {
    out.number(left.toNanos())
        .number(limits.maxToolCalls())
        .number(limits.maxConcurrentToolCalls())
        .number(limits.maxLogBytes())
        .number(limits.maxResultBytes())
        .number(limits.maxAllocatedBytes())
        .number(limits.maxStatements());
  }

  static Limits limits(WireReader in) {
    return new Limits(
        Duration.ofNanos(in.longNumber()),
        in.number(),
        in.number(),
        in.number(),
        in.number(),
        in.longNumber(),
        in.longNumber());
  }

  static void write(WireWriter out, Outcome outcome) {
    out.name(outcome.status())
        .json(outcome.value())
        .text(outcome.message())
        .number(outcome.line().orElse(-1))
        .list(outcome.logs(), WireWriter::text);
  }

  static Outcome outcome(WireReader in) {
    Status status = in.oneOf(Status.class);
    RawJson value = in.json();
    String message = in.text();
    int line = in.number();
    return new Outcome(
        status,
        value,
        message,
        line < 0 ? OptionalInt.empty() : OptionalInt.of(line),
        in.list(WireReader::text));
  }

  /** The names of a backend. */
  static void write(WireWriter out, ScriptBackend backend) {
    out.text(backend.identifier()).text(backend.name());
  }

  static void write(WireWriter out, ScriptTool tool) {
    write(out.text(tool.identifier()), tool.tool());
  }

  static ScriptTool scriptTool(WireReader in) {
    return new ScriptTool(in.text(), tool(in));
  }

  /** The names of a tool; its definition stays in the gateway. */
  static void write(WireWriter out, ToolDescriptor tool) {
    out.text(tool.key()).text(tool.backend()).text(tool.originalName());
  }

  static ToolDescriptor tool(WireReader in) {
    return new ToolDescriptor(
        in.text(), in.text(), BackendTool.of(in.text(), "", MissingNode.getInstance()));
  }

  /** A failure crosses as its kind and message; nothing else of it is a program's business. */
  static void writeFailure(WireWriter out, Throwable problem) {
    Throwable cause = Causes.of(problem);
    String kind =
        FAILURES.stream()
            .filter(failure -> failure.type.isInstance(cause))
            .findFirst()
            .map(Failure::kind)
            .orElse(INTERNAL);
    out.text(kind).text(String.valueOf(cause.getMessage()));
  }

  static RuntimeException failure(WireReader in) {
    String kind = in.text();
    String message = in.text();
    return FAILURES.stream()
        .filter(failure -> failure.kind.equals(kind))
        .findFirst()
        .map(failure -> failure.of.apply(message))
        .orElseGet(() -> new IllegalStateException(message));
  }
}
