package io.gatemini.internal;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.ToolResult;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.surface.ToolSurface;
import io.gatemini.internal.surface.notice.Notifications;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.Listening;
import io.gatemini.spi.SurfaceListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The surface of a gateway: one that all clients share, and one for each client that has registered
 * backends of its own, which no other sees. Whatever a surface remembers of the tools is therefore
 * of one view. Thread-safe.
 */
final class ClientSurfaces implements Surface, Notifications.Subscribable {
  /** The viewer of the surface that all share: sees what is everyone's. */
  static final Session ANYONE = Session.of("anyone");

  private final Catalog catalog;
  private final Notifications notifications;
  private final ToolSurface shared;
  private final Function<Session, ToolSurface> make;
  private final Map<String, ToolSurface> own = new ConcurrentHashMap<>();

  /**
   * @param make makes the surface of the clients that a session stands for
   */
  ClientSurfaces(
      Catalog catalog,
      Notifications notifications,
      ToolSurface shared,
      Function<Session, ToolSurface> make) {
    this.catalog = catalog;
    this.notifications = notifications;
    this.shared = shared;
    this.make = make;
  }

  /** The surface that a session is shown now. */
  ToolSurface of(Session session) {
    String name = session.principal().orElse(null);
    if (name == null) {
      return shared;
    }
    if (catalog.isOwner(session)) {
      return own.computeIfAbsent(name, this::made);
    }
    if (own.remove(name) != null) {
      notifications.toolsChanged();
    }
    return shared;
  }

  private ToolSurface made(String name) {
    notifications.toolsChanged();
    return make.apply(ANYONE.withPrincipal(name));
  }

  /** As {@link ToolSurface#catalogChanged}. */
  void catalogChanged(CatalogSnapshot published) {
    shared.catalogChanged(published);
    own.values().forEach(surface -> surface.catalogChanged(published));
  }

  @Override
  public ServerInfo server() {
    return shared.server();
  }

  @Override
  public Optional<String> instructions() {
    return shared.instructions();
  }

  @Override
  public List<SurfaceTool> tools(Session session) {
    return of(session).tools(session);
  }

  @Override
  public CompletionStage<ToolResult> call(SurfaceCall call) {
    return of(call.context().session()).call(call);
  }

  @Override
  public boolean hasTool(String name) {
    return shared.hasTool(name);
  }

  @Override
  public Optional<String> refusal(String name) {
    return shared.refusal(name);
  }

  @Override
  public List<Resource> resources(Session session) {
    return of(session).resources(session);
  }

  @Override
  public List<ResourceTemplate> resourceTemplates(Session session) {
    return of(session).resourceTemplates(session);
  }

  @Override
  public CompletionStage<ResourceContent> readResource(Session session, String uri) {
    return of(session).readResource(session, uri);
  }

  @Override
  public List<Prompt> prompts(Session session) {
    return of(session).prompts(session);
  }

  @Override
  public CompletionStage<PromptContent> prompt(
      Session session, String name, Map<String, String> arguments) {
    return of(session).prompt(session, name, arguments);
  }

  @Override
  public CompletionStage<Completion> complete(CompletionRequest request) {
    return of(request.session()).complete(request);
  }

  @Override
  public Listening listen(Session session, SurfaceListener listener) {
    return of(session).listen(session, listener);
  }

  @Override
  public void connected(Session session) {
    of(session).connected(session);
  }

  @Override
  public void disconnected(Session session) {
    session.principal().map(own::get).ifPresent(surface -> surface.cancel(session));
    shared.disconnected(session);
  }

  @Override
  public void check(Session session, String uri) {
    of(session).subscribable().check(session, uri);
  }

  @Override
  public void subscribe(Session session, String uri) {
    of(session).subscribable().subscribe(session, uri);
  }

  @Override
  public void unsubscribe(String uri) {
    shared.subscribable().unsubscribe(uri);
  }
}
