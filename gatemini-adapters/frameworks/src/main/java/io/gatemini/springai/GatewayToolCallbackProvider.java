package io.gatemini.springai;

import io.gatemini.Gateway;
import io.gatemini.Session;
import java.util.Set;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

/**
 * The tools of a gateway's surface as tools of Spring AI: few of them, by which a model searches
 * all backends and calls what it finds. The model's mistakes are answered with a correction, and
 * never thrown. Interrupting the thread of a call, as the end of a stream does, ends its work down
 * to the backend. Immutable and thread-safe.
 *
 * <p>Each call is one of a session: the entry {@value #SESSION} of the {@code ToolContext}, else
 * {@value #CONVERSATION}, else the session of the provider. A host that names sessions ends them by
 * {@link Gateway#endSession}.
 */
public final class GatewayToolCallbackProvider implements ToolCallbackProvider {
  /** The entry of a tool context that is the {@link Session} of the call, or its id. */
  public static final String SESSION = "gatemini.session";

  /** The entry of a tool context by which Spring AI's chat memory knows conversations. */
  public static final String CONVERSATION = "chat_memory_conversation_id";

  /** The entry of a tool context that is a {@link io.gatemini.ProgressListener} of the call. */
  public static final String PROGRESS = "gatemini.progress";

  private final Gateway gateway;
  private final Session session;
  private final Set<String> without;

  private GatewayToolCallbackProvider(Gateway gateway, Session session, Set<String> without) {
    this.gateway = gateway;
    this.session = session;
    this.without = without;
  }

  /** The tools of a gateway, which the host closes. */
  public static GatewayToolCallbackProvider of(Gateway gateway) {
    return of(gateway, Set.of());
  }

  /** The same without some of the tools, see {@link Gateway#agentTools(Session, Set)}. */
  public static GatewayToolCallbackProvider of(Gateway gateway, Set<String> without) {
    return new GatewayToolCallbackProvider(gateway, Session.local(), Set.copyOf(without));
  }

  /** This provider, with the session of calls whose context has none. */
  public GatewayToolCallbackProvider withSession(Session session) {
    return new GatewayToolCallbackProvider(gateway, session, without);
  }

  /** The tools at this moment; backends need not have started. */
  @Override
  public ToolCallback[] getToolCallbacks() {
    return gateway.agentTools(session, without).stream()
        .map(tool -> new AgentToolCallback(tool, session))
        .toArray(ToolCallback[]::new);
  }
}
