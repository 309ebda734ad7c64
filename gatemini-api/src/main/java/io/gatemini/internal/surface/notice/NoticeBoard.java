package io.gatemini.internal.surface.notice;

import io.gatemini.BackendState;
import io.gatemini.Session;
import io.gatemini.internal.state.GatewayEvents;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.SourceListener;
import io.gatemini.spi.SurfaceListener;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Brings what happens in a gateway to the clients that listen. Thread-safe. */
public final class NoticeBoard implements GatewayEvents {
  private final ToolsChanged toolsChanged;
  private volatile @Nullable Shown shown;

  /**
   * @param context lends the scheduler, which is not asked for before it is needed
   */
  public NoticeBoard(PluginContext context) {
    this.toolsChanged = new ToolsChanged(() -> shown().tools(), context::scheduler);
  }

  /** What a surface shows at this moment, to compare with what a client knows. */
  public interface Shown {
    /** What of the tools can change. */
    String tools();

    /** What of the lists of resources and templates can change. */
    String resources(Session session);

    /** What of the list of prompts can change. */
    String prompts(Session session);

    /** Throws {@link io.gatemini.UnknownResourceException} where nothing is under an address. */
    void checkResource(Session session, String uri);
  }

  /** Tells the board what it announces changes of; once, before anybody listens. */
  public void announce(Shown shown) {
    this.shown = shown;
  }

  private Shown shown() {
    return Objects.requireNonNull(shown, "nothing is shown yet");
  }

  /** Brings news to a client. */
  public Listening listen(Session session, SurfaceListener listener) {
    AutoCloseable registration = toolsChanged.listen(listener::toolsChanged);
    return new Listening() {
      @Override
      public void subscribe(String uri) {
        shown().checkResource(session, uri);
      }

      @Override
      public void unsubscribe(String uri) {}

      @Override
      public void logLevel(LogLevel level) {}

      @Override
      public void close() {
        try {
          registration.close();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  /** The gateway has published another snapshot of its tools. */
  public void catalogChanged() {
    toolsChanged.changed();
  }

  /** Takes the news of a source of resources or prompts. */
  public SourceListener source() {
    return new SourceListener() {
      @Override
      public void listChanged() {}

      @Override
      public void updated(String uri) {}
    };
  }

  @Override
  public void backendsChanged() {}

  @Override
  public void backendEntered(String backend, BackendState state, Optional<String> reason) {}

  @Override
  public void toolsReloaded(String backend, int tools) {}

  @Override
  public void callRefused(Session session, String tool, String reason) {}

  @Override
  public void registrationRefused(Session session, String backend, String reason) {}

  @Override
  public void called() {}
}
