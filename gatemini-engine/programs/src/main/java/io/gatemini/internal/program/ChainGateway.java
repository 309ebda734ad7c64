package io.gatemini.internal.program;

import io.gatemini.CatalogSnapshot;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptLanguage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The gateway as programs reach it. Thread-safe. */
public interface ChainGateway {
  /** The tools at this moment. */
  CatalogSnapshot catalog();

  /** Calls a tool; completing the future from outside ends the work. */
  CompletableFuture<ToolResult> call(ToolCall call);

  /** Whether a name of a tool is a request of the protocol, beside tools. */
  boolean isRequest(String tool);

  /** Returns the reason for which a call would be refused, without making it. */
  Optional<String> problem(String tool, RawJson arguments);

  /** Returns why a configured backend has nothing, by the name that a program writes. */
  Optional<String> down(String backend);

  /** Returns a tool that waits for the operator, so that its call is refused with the reason. */
  Optional<ToolDescriptor> withheld(String backend, String tool);

  /**
   * Completes when the backends that a program names have started or failed, or after {@code
   * patience}, with the names of those that have done neither; never fails.
   */
  CompletableFuture<List<String>> named(String program, Duration patience);

  /**
   * Returns a language by its name; without one, that of programs which state none.
   *
   * @throws io.gatemini.InvalidArgumentsException if it is absent
   */
  ProgramLanguage language(Optional<String> name);

  /** Returns brief rows for a query. */
  RawJson search(String query, int limit);

  /**
   * Returns full information about a tool.
   *
   * @throws io.gatemini.UnknownToolException if it is absent
   */
  RawJson info(String tool);

  /**
   * Returns the original of a reduced answer, to its owner.
   *
   * @throws io.gatemini.UnknownResultException if it is absent
   */
  RawJson result(String session, String id);

  /**
   * The language of a program.
   *
   * @param name the name it was chosen by; a language may have several
   * @param rules what the gateway knows of it
   * @param engine the engine for its programs, where one is installed
   */
  public record ProgramLanguage(
      String name, ScriptLanguage rules, Supplier<Optional<ScriptEngine>> engine) {}
}
