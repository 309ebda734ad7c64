package io.gatemini.transport.http.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Exposure;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * MCP over HTTP with an embedded Jetty, which has to be on the class path ({@code
 * org.eclipse.jetty.ee11:jetty-ee11-servlet}). It is open until it is closed, whatever its clients
 * do.
 *
 * <p>It listens on loopback by default. Where other machines reach it, it needs tokens; without
 * any, it refuses to listen, unless {@code insecure} allows that.
 *
 * <pre>{@code
 * HttpTransport.Listening open = HttpTransport.at("127.0.0.1:0").open(surface, pluginContext);
 * }</pre>
 */
public final class HttpTransport implements Transport {
  private final OptionValues written;

  private HttpTransport(OptionValues written) {
    this.written = written;
  }

  /**
   * At an address, with the default options otherwise.
   *
   * @param listen an address and a port, for example {@code 127.0.0.1:8420}
   * @throws ConfigException when it is none
   */
  public static HttpTransport at(String listen) {
    return of(JsonNodeFactory.instance.objectNode().put("listen", listen));
  }

  /**
   * With the options of the plug-in {@code http}.
   *
   * @throws ConfigException when a value is invalid or a key not known
   */
  public static HttpTransport of(JsonNode options) {
    return new HttpTransport(HttpOptions.TABLE.read(Options.of("http", options)));
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public Listening open(Surface surface, PluginContext context) {
    OptionValues options = written.withSecrets(context::secret);
    String listen = options.get(HttpOptions.LISTEN);
    if (!isLoopback(HttpOptions.host(listen))
        && options.get(HttpOptions.TOKENS).isEmpty()
        && options.find(HttpOptions.OAUTH).isEmpty()
        && !options.get(HttpOptions.INSECURE)) {
      throw new ConfigException(
          "other machines reach "
              + listen
              + "; set tokens or oauth, listen at 127.0.0.1, or set insecure to serve everyone");
    }
    try {
      return EmbeddedJetty.start(options, surface, context);
    } catch (NoClassDefFoundError e) {
      throw new ConfigException(
          "the transport \"http\" needs Jetty; add org.eclipse.jetty.ee11:jetty-ee11-servlet", e);
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new ConfigException("there is no host \"" + host + "\" to listen at", e);
    }
  }

  /** An endpoint that is open. */
  public interface Listening extends Exposure {
    /** The address of the endpoint. */
    URI uri();
  }
}
