package io.gatemini.examples.resilience;

import io.gatemini.BackendCallException;
import io.gatemini.BackendState;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import java.time.Duration;
import java.util.stream.Stream;

/** The rows of the fault matrix. */
final class FaultCases {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration AT_ONCE = Duration.ofSeconds(3);
  private static final Duration PATIENT_PING = Duration.ofSeconds(10);

  private FaultCases() {}

  static Stream<FaultCase> all() {
    return Stream.of(starts(), calls(), lines(), processes(), programs(), http())
        .flatMap(cases -> cases);
  }

  private static Stream<FaultCase> starts() {
    return Stream.of(
        FaultCase.of(Fault.DIES_AT_START)
            .atStart()
            .fails("licence file is missing", BackendUnavailableException.class)
            .within(Duration.ofSeconds(4))
            .thenIs(BackendState.STOPPED),
        FaultCase.of(Fault.DIES_AT_START)
            .but("called once that is known")
            .atStart()
            .calledWhen(BackendState.STOPPED)
            .fails("licence file is missing", BackendUnavailableException.class)
            .within(AT_ONCE)
            .thenIs(BackendState.STOPPED),
        FaultCase.of(Fault.HANGS_AT_INITIALIZE)
            .atStart()
            .config(config -> config.startTimeout(Duration.ofSeconds(1)))
            .fails("start", BackendUnavailableException.class)
            .within(Duration.ofSeconds(4))
            .thenIs(BackendState.STOPPED),
        FaultCase.of(Fault.HANGS_AT_LIST)
            .atStart()
            .config(config -> config.startTimeout(Duration.ofSeconds(1)))
            .fails("start", BackendUnavailableException.class)
            .within(Duration.ofSeconds(4))
            .thenIs(BackendState.STOPPED));
  }

  private static Stream<FaultCase> calls() {
    return Stream.of(
        FaultCase.of(Fault.DIES_MID_CALL)
            .fails("42.*the disk is on fire", BackendCallException.class)
            .within(AT_ONCE)
            .restarts(),
        FaultCase.of(Fault.DIES_MID_CALL)
            .but("a tool that only reads")
            .tool("read")
            .restarts()
            .executed(2, 2),
        FaultCase.of(Fault.HANGS_AT_CALL)
            .deadline(SHORT)
            .fails("500 ms", CallTimeoutException.class)
            .cancels(),
        FaultCase.of(Fault.FREEZES)
            .deadline(SHORT)
            .fails("500 ms", CallTimeoutException.class)
            .restartsByItself(),
        FaultCase.of(Fault.FREEZES)
            .but("a patient caller")
            .fails("answer|hung|ping", BackendCallException.class)
            .within(Duration.ofSeconds(4))
            .restarts(),
        FaultCase.of(Fault.ANSWERS_LATE)
            .deadline(SHORT)
            .fails("500 ms", CallTimeoutException.class)
            .cancels(),
        FaultCase.of(Fault.ANSWERS_TWICE).within(AT_ONCE),
        FaultCase.of(Fault.ANSWERS_ANOTHER_ID)
            .deadline(SHORT)
            .fails("500 ms", CallTimeoutException.class)
            .cancels());
  }

  private static Stream<FaultCase> lines() {
    return Stream.of(
        FaultCase.of(Fault.GARBAGE_LINES).within(AT_ONCE),
        FaultCase.of(Fault.HALF_A_LINE)
            .fails("invalid message", BackendCallException.class)
            .within(AT_ONCE),
        FaultCase.of(Fault.HALF_A_LINE_AND_DIES)
            .fails("42", BackendCallException.class)
            .within(AT_ONCE)
            .restarts(),
        FaultCase.of(Fault.LARGE_ANSWER).within(Duration.ofSeconds(4)),
        FaultCase.of(Fault.HUGE_ANSWER)
            .fails("max_message_bytes", BackendCallException.class)
            .within(Duration.ofSeconds(4)),
        // A server with one thread answers no ping before its flood is over: on a busy machine that
        // takes longer than two pings may.
        FaultCase.of(Fault.FLOODS_NOTIFICATIONS).health(health -> health.timeout(PATIENT_PING)),
        FaultCase.of(Fault.FLOODS_LIST_CHANGED).health(health -> health.timeout(PATIENT_PING)),
        FaultCase.of(Fault.FLOODS_STDERR).health(health -> health.timeout(PATIENT_PING)));
  }

  private static Stream<FaultCase> processes() {
    return Stream.of(
        FaultCase.of(Fault.CLOSES_STDIN)
            .mayFail("", BackendCallException.class)
            .within(AT_ONCE)
            .restarts(),
        FaultCase.of(Fault.CLOSES_STDOUT)
            .fails("clos|end", BackendCallException.class)
            .within(AT_ONCE)
            .restarts(),
        FaultCase.of(Fault.IGNORES_TERM)
            .config(config -> config.option("shutdown_grace_period", "500ms")),
        FaultCase.of(Fault.SPAWNS_GRANDCHILDREN),
        FaultCase.of(Fault.SPAWNS_GRANDCHILDREN_AND_DIES)
            .fails("137", BackendCallException.class)
            .within(AT_ONCE)
            .restarts(),
        FaultCase.of(Fault.GROWS)
            .config(config -> config.maxMemoryMb(150))
            .mayFail("memory", BackendCallException.class)
            .restartsByItself());
  }

  private static Stream<FaultCase> programs() {
    return Stream.of(
        FaultCase.of(ProgramFault.NOT_THERE)
            .tellsOfFailure(
                "the program did not start: the command \"program\" was not found; install it")
            .within(AT_ONCE)
            // Not to be Unhealthy before the call comes.
            .health(health -> health.interval(Duration.ofSeconds(30)))
            .executed(0, 0),
        FaultCase.of(ProgramFault.NOT_THERE)
            .but("from the start")
            .atStart()
            .fails("none of the programs of its tools was found", BackendUnavailableException.class)
            .within(AT_ONCE)
            .thenIs(BackendState.STOPPED)
            .recovers(Duration.ofSeconds(8)),
        FaultCase.of(ProgramFault.DIES_BY_SIGNAL)
            .tellsOfFailure("exited with code 137")
            .within(AT_ONCE),
        FaultCase.of(ProgramFault.EXITS_WITH_3)
            .tellsOfFailure("exited with code 3\nstderr:\nthe disk is on fire")
            .within(AT_ONCE),
        FaultCase.of(ProgramFault.HANGS)
            .fails("500 ms", CallTimeoutException.class)
            .within(AT_ONCE.plus(SHORT))
            .leavesNoProcess(),
        FaultCase.of(ProgramFault.IGNORES_TERM)
            .deadline(SHORT)
            .fails("500 ms", CallTimeoutException.class)
            .leavesNoProcess(),
        FaultCase.of(ProgramFault.LEAVES_GRANDCHILDREN).within(AT_ONCE),
        FaultCase.of(ProgramFault.FLOODS_STDERR).leavesNoProcess(),
        FaultCase.of(ProgramFault.LARGE_LINE)
            .answers((asked, answer) -> answer.length() == FaultyProgram.LARGE)
            .leavesNoProcess(),
        FaultCase.of(ProgramFault.TOO_MUCH_OUTPUT)
            .tellsOfFailure("wrote more than 10485760 bytes and was stopped")
            .leavesNoProcess(),
        FaultCase.of(ProgramFault.CLOSES_STDIN).within(AT_ONCE.plus(SHORT)).leavesNoProcess(),
        FaultCase.of(ProgramFault.INVALID_UTF8)
            .answers((asked, answer) -> answer.equals("\uFFFD" + asked))
            .within(AT_ONCE),
        FaultCase.of(ProgramFault.ILL)
            // Unhealthy by the fault, not by a check that a busy machine was slow with; and not to
            // be started again before the call comes.
            .health(health -> health.timeout(Duration.ofSeconds(5)).recoveryMultiplier(12))
            .calledWhen(BackendState.UNHEALTHY)
            .fails("its health_check exited with code 1", BackendUnavailableException.class)
            .within(AT_ONCE)
            .executed(0, 0)
            .recovers(Duration.ofSeconds(8))
            .mayRestart());
  }

  private static Stream<FaultCase> http() {
    return Stream.of(
        FaultCase.of(HttpFault.DOWN)
            .deadline(SHORT)
            // A connection that was kept breaks as if in the middle of the call.
            .fails(
                "connect|500 ms|not available",
                BackendUnavailableException.class,
                BackendCallException.class,
                CallTimeoutException.class)
            .executed(0, 0)
            .mayRestart(),
        FaultCase.of(HttpFault.MUTE)
            .deadline(SHORT)
            .fails("500 ms", CallTimeoutException.class)
            .executed(0, 0)
            .thenIs(BackendState.UNHEALTHY)
            .mayRestart(),
        FaultCase.of(HttpFault.STATUS_500).fails("500", BackendCallException.class).within(AT_ONCE),
        FaultCase.of(HttpFault.STATUS_401)
            .fails("401.*Bearer", BackendCallException.class, BackendUnavailableException.class)
            .within(AT_ONCE)
            .executed(0, 0),
        FaultCase.of(HttpFault.SESSION_LOST).executed(1, 1).mayRestart(),
        FaultCase.of(HttpFault.STATUS_429).within(Duration.ofSeconds(4)).executed(1, 1),
        FaultCase.of(HttpFault.STATUS_429_LONG)
            .fails("429.*60", BackendUnavailableException.class)
            .within(AT_ONCE)
            .executed(0, 0),
        FaultCase.of(HttpFault.HTML_PAGE).fails("502", BackendCallException.class).within(AT_ONCE),
        FaultCase.of(HttpFault.HTML_200)
            .fails("page|html|HTML", BackendCallException.class)
            .within(AT_ONCE),
        FaultCase.of(HttpFault.NO_CONTENT_TYPE).within(AT_ONCE),
        FaultCase.of(HttpFault.SLOW_BODY)
            .deadline(SHORT)
            .fails("500 ms", CallTimeoutException.class),
        FaultCase.of(HttpFault.CUT_SSE)
            .fails("closed|ended|cut", BackendCallException.class)
            .within(AT_ONCE),
        FaultCase.of(HttpFault.CUT_SSE_RESUMABLE).within(Duration.ofSeconds(4)),
        FaultCase.of(HttpFault.REDIRECT)
            .fails("redirect", BackendCallException.class, BackendUnavailableException.class)
            .within(AT_ONCE)
            .executed(0, 0),
        FaultCase.of(HttpFault.REDIRECT_TO_PRIVATE)
            .byAgent()
            .fails("redirects \\(307\\) to another host", BackendUnavailableException.class)
            // It stays where it was led until it is started again.
            .recovers(Duration.ofSeconds(8))
            .executed(0, 0)
            .mayRestart(),
        FaultCase.of(HttpFault.RESET)
            .fails("closed|reset", BackendCallException.class)
            .within(AT_ONCE));
  }
}
