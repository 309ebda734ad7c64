package io.gatemini.internal.surface.notice;

import io.gatemini.Session;
import io.gatemini.internal.surface.notice.Notifications.Shown;
import io.gatemini.spi.SurfaceListener;

/** The lists of a surface that clients hear of. */
public enum ListKind {
  TOOLS {
    @Override
    String shown(Shown shown, Session session) {
      return shown.tools();
    }

    @Override
    void tell(SurfaceListener listener) {
      listener.toolsChanged();
    }
  },
  RESOURCES {
    @Override
    String shown(Shown shown, Session session) {
      return shown.resources(session);
    }

    @Override
    void tell(SurfaceListener listener) {
      listener.resourcesChanged();
    }
  },
  /** Told of as resources: the protocol has one notification for both. */
  TEMPLATES {
    @Override
    String shown(Shown shown, Session session) {
      return shown.templates(session);
    }

    @Override
    void tell(SurfaceListener listener) {
      RESOURCES.tell(listener);
    }
  },
  PROMPTS {
    @Override
    String shown(Shown shown, Session session) {
      return shown.prompts(session);
    }

    @Override
    void tell(SurfaceListener listener) {
      listener.promptsChanged();
    }
  };

  abstract String shown(Shown shown, Session session);

  abstract void tell(SurfaceListener listener);
}
