package io.gatemini.adk;

import com.google.adk.agents.ReadonlyContext;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.BaseToolset;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.offer.OfferRequest;
import io.gatemini.offer.ToolOffers;
import io.reactivex.rxjava3.core.Flowable;
import java.util.Set;
import java.util.function.Function;

/**
 * The tools of a gateway for agents of ADK. They are asked for at each request to the model, so a
 * tool that comes while an agent runs can be called at its next turn. Thread-safe; closing it does
 * not close the gateway.
 */
public final class GatewayToolset implements BaseToolset {
  private final ToolOffer offer;
  private final Function<ReadonlyContext, Session> session;

  private GatewayToolset(ToolOffer offer, Function<ReadonlyContext, Session> session) {
    this.offer = offer;
    this.session = session;
  }

  /** The gateway's own tools: the agent searches, looks closer, and calls or runs a program. */
  public static GatewayToolset metaTools(Gateway gateway) {
    return metaTools(gateway, Set.of());
  }

  /** The same without some of the tools, see {@link Gateway#agentTools(Session, Set)}. */
  public static GatewayToolset metaTools(Gateway gateway, Set<String> without) {
    Set<String> left = Set.copyOf(without);
    return new GatewayToolset(
        turn -> Flowable.fromIterable(gateway.agentTools(turn.session(), left)).map(AdkTool::new),
        GatewayToolset::sessionOf);
  }

  /**
   * The tools of the catalog under their own schemas: those that fit what the user has said, and
   * those that the agent has found by {@code find_tools} in this conversation, each at the place
   * that it was given first. Large answers are reduced; {@link Gateway#resultTool} reads the rest.
   */
  public static GatewayToolset foundTools(Gateway gateway) {
    return foundTools(ToolOffers.of(gateway), OfferRequest.of(""));
  }

  /**
   * The same by the budget, the limit and the backends of a request; message and session are those
   * of the conversation.
   */
  public static GatewayToolset foundTools(ToolOffers offers, OfferRequest settings) {
    return new GatewayToolset(new FoundTools(offers, settings), GatewayToolset::sessionOf);
  }

  /** This toolset with another session of the gateway than the one that has ADK's id. */
  public GatewayToolset withSession(Function<ReadonlyContext, Session> session) {
    return new GatewayToolset(offer, session);
  }

  private static Session sessionOf(ReadonlyContext context) {
    return Session.of(context.sessionId());
  }

  @Override
  public Flowable<BaseTool> getTools(ReadonlyContext context) {
    return offer.tools(new Turn(session.apply(context), context));
  }

  @Override
  public void close() {}

  /** A request to a model. */
  record Turn(Session session, ReadonlyContext context) {}

  /** The tools of a turn. */
  @FunctionalInterface
  interface ToolOffer {
    Flowable<BaseTool> tools(Turn turn);
  }
}
