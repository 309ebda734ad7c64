package io.gatemini.internal.chain;

import io.gatemini.CatalogSnapshot;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.OutputConfig;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.config.Settings;
import io.gatemini.internal.reduce.LosslessReduction;
import io.gatemini.internal.state.OutputLedger;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.ScriptEngine;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The gateway as a chain reaches it. All members are thread-safe.
 *
 * @param catalog the tools at this moment
 * @param calls the call path; it keeps the call's timeout, and ends the work when its future is
 *     completed from outside
 * @param problems what a call would be refused for, told without making it
 * @param down why there is nothing of a backend that is configured, by the name that a program
 *     writes
 * @param named completes when the backends that a program names have come through their start, or
 *     when the time is over; never fails
 * @param language the language of a name, that of programs that state none where there is no name;
 *     throws an {@link io.gatemini.InvalidArgumentsException} where it is not there
 * @param reduction what makes answers fit
 * @param results the original of a reduced answer, for its owner and by its id; throws an {@link
 *     io.gatemini.UnknownResultException}
 * @param memory counts answers while they are made to fit
 * @param search brief rows for a query and a limit
 * @param info full information of a tool; throws an {@link io.gatemini.UnknownToolException}
 * @param agent what agents have beside programs
 * @param settings what is in force
 * @param endings hears how every program ended
 * @param ledger hears of every answer
 * @param executor runs what takes long: large answers are made to fit there, and errors are
 *     explained
 */
public record ChainEnvironment(
    Supplier<CatalogSnapshot> catalog,
    Function<ToolCall, CompletableFuture<ToolResult>> calls,
    BiFunction<String, RawJson, Optional<String>> problems,
    Function<String, Optional<String>> down,
    BiFunction<String, Duration, CompletableFuture<Void>> named,
    Function<Optional<String>, ProgramLanguage> language,
    LosslessReduction reduction,
    BiFunction<String, String, RawJson> results,
    MessageMemory memory,
    BiFunction<String, Integer, RawJson> search,
    Function<String, RawJson> info,
    AgentTools agent,
    Settings settings,
    Consumer<ScriptEngine.Status> endings,
    OutputLedger ledger,
    Executor executor) {
  /** Bound of a chain that states none. */
  Duration timeout() {
    return settings.now().chainTimeout();
  }

  SandboxConfig sandbox() {
    return settings.now().sandbox();
  }

  OutputConfig output() {
    return settings.now().output();
  }
}
