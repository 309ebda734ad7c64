package io.gatemini.server.proxy;

import io.gatemini.server.ipc.DaemonPlaces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;

/** Proxies, their daemon and its backend "one" as processes, which end with a test. */
abstract class ProxyProcesses {
  final Path directory;
  final Path config;
  final DaemonPlaces places;
  final List<ProxyProcess> proxies = new CopyOnWriteArrayList<>();

  ProxyProcesses(Path directory) throws Exception {
    this.directory = directory;
    config = ProxyProcess.config(directory);
    places = DaemonPlaces.at(directory.resolve("run/d.sock"));
  }

  @AfterEach
  void end() throws Exception {
    for (ProxyProcess proxy : proxies) {
      proxy.leave();
    }
    ProxyProcess.endDaemon(places);
  }

  /** Starts one whose client does not read yet. */
  final ProxyProcess start(Proxy.Patience patience) throws IOException {
    return start(patience, Map.of());
  }

  final ProxyProcess start(Proxy.Patience patience, Map<String, String> variables)
      throws IOException {
    ProxyProcess proxy = ProxyProcess.start(places, config, patience, variables);
    proxies.add(proxy);
    return proxy;
  }

  final long daemon() {
    return Objects.requireNonNull(places.readPid());
  }
}
