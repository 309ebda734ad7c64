package io.gatemini.examples.resilience;

import io.gatemini.BackendState;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A row of the fault matrix: a fault, how it is met, and what must come of it. */
final class FaultCase {
  /** The time that a busy machine may add. */
  private static final Duration MARGIN = Duration.ofSeconds(3);

  final String title;
  private final Function<Path, Rig> rig;

  /** Whether the fault is there from the start, until it is taken away. */
  boolean atStart;

  /** The state the backend is called in, if that matters. */
  @Nullable BackendState calledWhen;

  String tool = "act";
  Duration deadline = Duration.ofSeconds(5);
  @Nullable Duration within;

  /** Whether the caller may get the right answer. */
  boolean mayAnswer = true;

  /** The other outcomes that the caller may get; empty when it must be the answer. */
  List<Class<?>> errors = List.of();

  String message = ".*";

  /** Whether the caller gets a result that says {@code isError}, with the message. */
  boolean tellsOfFailure;

  /** Whether what was asked is answered by this. */
  private BiPredicate<String, String> right =
      (asked, answer) -> answer.equals(asked) || answer.length() == Fault.LARGE;

  /** Whether an agent brings the backend, not the operator. */
  boolean byAgent;

  /** Whether nothing that was started for the call may live on once the caller has its answer. */
  boolean leavesNoProcess;

  /** The state that must be seen before the fault is taken away. */
  @Nullable BackendState state;

  int minRestarts;
  int maxRestarts;
  Duration recovery = Duration.ofSeconds(9);
  int minExecuted = 1;
  int maxExecuted = 1;

  /** Whether the server must learn that the caller gave up. */
  boolean cancels;

  /** Whether the memory limit has to act before anything is asked again. */
  boolean restartsByItself;

  UnaryOperator<BackendConfig> config = given -> given;
  UnaryOperator<HealthConfig> health = given -> given;

  private FaultCase(String title, Function<Path, Rig> rig) {
    this.title = title;
    this.rig = rig;
  }

  static FaultCase of(Fault fault) {
    return new FaultCase(fault.title(), directory -> Rig.process(fault, directory));
  }

  static FaultCase of(ProgramFault fault) {
    return new FaultCase(fault.title(), directory -> new FaultyProgram(fault, directory));
  }

  static FaultCase of(HttpFault fault) {
    return new FaultCase(fault.title(), directory -> Rig.http(fault));
  }

  /** The same fault, met in another way. */
  FaultCase but(String how) {
    FaultCase copy = new FaultCase(title + ", " + how, rig);
    copy.tool = tool;
    return copy;
  }

  Rig rig(Path directory) {
    return rig.apply(directory);
  }

  FaultCase atStart() {
    atStart = true;
    minExecuted = 0;
    maxExecuted = 0;
    // The one that failed is not counted, those while the fault lasts are.
    minRestarts = 1;
    maxRestarts = Integer.MAX_VALUE;
    return this;
  }

  /** The call is made once the backend stands like that. */
  FaultCase calledWhen(BackendState value) {
    calledWhen = value;
    return this;
  }

  FaultCase tool(String name) {
    tool = name;
    return this;
  }

  /** How long the caller waits. */
  FaultCase deadline(Duration value) {
    deadline = value;
    return this;
  }

  /** How long it may take until the caller knows; until its deadline where nothing is said. */
  FaultCase within(Duration value) {
    within = value;
    return this;
  }

  Duration within() {
    return within == null ? deadline.plus(MARGIN) : within;
  }

  /** The caller gets an error of this kind, whose message holds the expression. */
  FaultCase fails(String expression, Class<?>... kinds) {
    mayAnswer = false;
    return mayFail(expression, kinds);
  }

  /** The caller gets the right answer, or such an error. */
  FaultCase mayFail(String expression, Class<?>... kinds) {
    message = expression;
    errors = List.of(kinds);
    return this;
  }

  /** The caller gets a result that says {@code isError}, with a text like that. */
  FaultCase tellsOfFailure(String expression) {
    message = expression;
    tellsOfFailure = true;
    return this;
  }

  /** The right answer, if it is not what was asked. */
  FaultCase answers(BiPredicate<String, String> isRight) {
    right = isRight;
    return this;
  }

  boolean isRight(String asked, String answer) {
    return right.test(asked, answer);
  }

  FaultCase byAgent() {
    byAgent = true;
    return this;
  }

  FaultCase leavesNoProcess() {
    leavesNoProcess = true;
    return this;
  }

  /** The backend comes to stand like that. */
  FaultCase thenIs(BackendState value) {
    state = value;
    return this;
  }

  /** The backend is started again because of it. */
  FaultCase restarts() {
    minRestarts = 1;
    maxRestarts = 2;
    return this;
  }

  FaultCase mayRestart() {
    maxRestarts = Integer.MAX_VALUE;
    return this;
  }

  /** The backend is started again without anything being asked of it. */
  FaultCase restartsByItself() {
    restartsByItself = true;
    return restarts();
  }

  /** How long until it works again. */
  FaultCase recovers(Duration value) {
    recovery = value;
    return this;
  }

  /** How often the call was executed. */
  FaultCase executed(int min, int max) {
    minExecuted = min;
    maxExecuted = max;
    return this;
  }

  FaultCase cancels() {
    cancels = true;
    return this;
  }

  FaultCase config(UnaryOperator<BackendConfig> change) {
    config = change;
    return this;
  }

  FaultCase health(UnaryOperator<HealthConfig> change) {
    health = change;
    return this;
  }

  @Override
  public String toString() {
    return title;
  }
}
