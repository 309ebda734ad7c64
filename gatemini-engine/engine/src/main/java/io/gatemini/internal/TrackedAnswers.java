package io.gatemini.internal;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.state.AnswerLedger;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.state.OutputLedger;
import io.gatemini.internal.surface.resource.Resources;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ScriptEngine.Status;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reports every answer to the tracker, under a name that the gateway gave. Thread-safe. */
final class TrackedAnswers implements OutputLedger, AnswerLedger {
  private final CallTracker tracker;
  private final Supplier<CatalogSnapshot> catalog;
  private final ResultStore results;
  private final Consumer<Session> sessionEnded;
  private final Runnable onAnswer;
  private final String programs;

  /**
   * @param programs the name under which programs are counted
   * @param onAnswer runs after what was counted, but not after reads: who reads the figures
   *     whenever they change would never come to an end
   */
  TrackedAnswers(
      CallTracker tracker,
      Supplier<CatalogSnapshot> catalog,
      ResultStore results,
      Consumer<Session> sessionEnded,
      Runnable onAnswer,
      String programs) {
    this.programs = programs;
    this.tracker = tracker;
    this.catalog = catalog;
    this.results = results;
    this.sessionEnded = sessionEnded;
    this.onAnswer = onAnswer;
  }

  /**
   * Aliases are resolved; what is no tool belongs to the meta-tool, else anyone could add names.
   */
  @Override
  public void record(
      Session session, Optional<String> tool, long bytesProcessed, long bytesReturned) {
    Optional<String> key =
        tool.flatMap(
            name ->
                catalog
                    .get()
                    .resolve(name)
                    .map(ToolDescriptor::key)
                    // Its backend may have gone while it answered.
                    .or(() -> tracker.knows(name) ? tool : Optional.empty()));
    if (key.isPresent()) {
      tracker.recordAnswer(session, key.get(), bytesProcessed, bytesReturned);
    } else {
      tracker.recordMetaAnswer(session, programs, bytesProcessed, bytesReturned);
    }
    onAnswer.run();
  }

  @Override
  public void programEnded(Status status) {
    tracker.recordProgram(status == Status.OK);
  }

  @Override
  public void answered(Session session, String metaTool, long bytes) {
    tracker.recordMetaAnswer(session, metaTool, bytes, bytes);
    if (!metaTool.equals(Resources.READ)) {
      onAnswer.run();
    }
  }

  @Override
  public void listed(Session session, long bytes) {
    tracker.recordListing(session, bytes);
    onAnswer.run();
  }

  /** Drops what a client has left behind; the host itself never leaves. */
  @Override
  public void left(Session session) {
    tracker.forget(session);
    sessionEnded.accept(session);
    if (!session.id().equals(Session.local().id()) && session.attribute(Session.SHARED).isEmpty()) {
      results.forget(session.id());
    }
  }
}
