package io.gatemini.spi;

import io.gatemini.config.BackendConfig;
import io.gatemini.stability.Incubating;
import io.gatemini.stability.Stable;
import java.net.InetSocketAddress;

/** The configuration of a backend, and what the gateway lends it. */
@Stable
public interface BackendContext extends PluginContext {
  /** The name the backend is configured under. */
  String name();

  /** Its configuration. */
  BackendConfig config();

  /**
   * Its configuration with its secrets read again: one that a server rejects may have changed since
   * the start. May block.
   *
   * @throws io.gatemini.BackendUnavailableException naming the key of a secret that is not found
   */
  @Incubating
  default BackendConfig reread() {
    return config();
  }

  /** Where it reports what happens to it between calls. */
  BackendListener listener();

  /**
   * Whether clients that are strangers to each other call this backend: what one makes it write is
   * not in reasons and errors that the others read. The log has it.
   */
  @Incubating
  default boolean servesSeveralClients() {
    return false;
  }

  /**
   * Whether a connection to this address may be opened. Ask for each address a name resolves to,
   * for each connection: what was fine when the backend was registered may have changed. Ask with
   * an unresolved address before a redirect to another origin over plain http is followed: whether
   * the host may be reached whatever it resolves to.
   *
   * @param host the name or the address as it stands in the URL, also in one that was redirected to
   * @param address what that resolved to, or unresolved, and the port
   */
  default boolean mayConnectTo(String host, InetSocketAddress address) {
    return true;
  }
}
