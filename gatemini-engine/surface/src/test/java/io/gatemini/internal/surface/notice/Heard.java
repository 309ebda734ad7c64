package io.gatemini.internal.surface.notice;

import io.gatemini.spi.SurfaceListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A listener that remembers everything. */
public class Heard implements SurfaceListener {
  public final AtomicInteger tools = new AtomicInteger();
  public final AtomicInteger resources = new AtomicInteger();
  public final AtomicInteger prompts = new AtomicInteger();
  public final List<String> updated = new CopyOnWriteArrayList<>();
  public final List<LogMessage> lines = new CopyOnWriteArrayList<>();

  @Override
  public void toolsChanged() {
    tools.incrementAndGet();
  }

  @Override
  public void resourcesChanged() {
    resources.incrementAndGet();
  }

  @Override
  public void promptsChanged() {
    prompts.incrementAndGet();
  }

  @Override
  public void resourceUpdated(String uri) {
    updated.add(uri);
  }

  @Override
  public void logged(LogMessage message) {
    lines.add(message);
  }

  /** The lines as they would be written. */
  public List<String> texts() {
    return lines.stream()
        .map(line -> line.level() + " " + line.logger() + " " + line.data().get("message").asText())
        .toList();
  }
}
