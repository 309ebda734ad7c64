package io.gatemini.springai;

import io.gatemini.CallContext;
import io.gatemini.ProgressListener;
import io.gatemini.Session;
import io.gatemini.internal.async.GuardedProgress;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;

/** The circumstances of a call in a tool context of Spring AI. */
final class ToolContexts {
  private ToolContexts() {}

  static CallContext of(@Nullable ToolContext given, Session otherwise) {
    if (given == null) {
      return CallContext.of(otherwise);
    }
    Map<String, Object> entries = given.getContext();
    CallContext context = CallContext.of(session(entries, otherwise));
    return entries.get(GatewayToolCallbackProvider.PROGRESS) instanceof ProgressListener progress
        ? context.withProgress(GuardedProgress.of(progress))
        : context;
  }

  private static Session session(Map<String, Object> entries, Session otherwise) {
    Object named = entries.get(GatewayToolCallbackProvider.SESSION);
    if (named == null) {
      named = entries.get(GatewayToolCallbackProvider.CONVERSATION);
    }
    if (named == null) {
      return otherwise;
    }
    return named instanceof Session session ? session : Session.of(named.toString());
  }
}
