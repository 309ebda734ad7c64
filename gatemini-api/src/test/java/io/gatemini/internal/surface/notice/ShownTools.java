package io.gatemini.internal.surface.notice;

import io.gatemini.Session;

/** What a surface shows of which only the tools change. */
abstract class ShownTools implements Notifications.Shown {
  @Override
  public String resources(Session session) {
    return "";
  }

  @Override
  public String templates(Session session) {
    return "";
  }

  @Override
  public String prompts(Session session) {
    return "";
  }

  @Override
  public void checkResource(Session session, String uri) {}

  @Override
  public void subscribed(Session session, String uri) {}

  @Override
  public void unsubscribed(String uri) {}
}
