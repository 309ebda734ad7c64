package io.gatemini.transport.http.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Exposure;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint as a servlet of a host's own container (Jakarta Servlet 6.0 or 6.1), which has to
 * support asynchronous requests. Until a gateway is exposed through it, it answers with status 503.
 * Thread-safe.
 *
 * <pre>{@code
 * McpServlet servlet = McpServlet.create();
 * gateway.expose(servlet);
 * ServletRegistration.Dynamic mounted = servletContext.addServlet("mcp", servlet);
 * mounted.setAsyncSupported(true);
 * mounted.addMapping("/mcp");
 * }</pre>
 *
 * <p>It checks Host, Origin and tokens as {@link HttpTransport} does; behind a proxy of this
 * machine, {@code allowed_hosts} lists the public name. Without {@code tokens} and {@code oauth},
 * the principal of a request that the host has authenticated is the client; a request without one
 * is served on this machine alone, unless {@code insecure} is set.
 */
public final class McpServlet extends HttpServlet implements Transport {
  static final System.Logger LOG = System.getLogger(McpServlet.class.getName());

  private static final long serialVersionUID = 1;

  private final transient @Nullable OptionValues options;
  private transient volatile @Nullable Door door;

  /**
   * @param options null for those of the gateway that is exposed
   */
  McpServlet(@Nullable OptionValues options) {
    this.options = options;
  }

  /** With the options that the gateway's configuration has for the plug-in {@code http}. */
  public static McpServlet create() {
    return new McpServlet(null);
  }

  /**
   * With the options of the plug-in {@code http}.
   *
   * @throws io.gatemini.config.ConfigException when a value is invalid or a key not known
   */
  public static McpServlet of(JsonNode options) {
    return new McpServlet(HttpOptions.TABLE.read(Options.of("http", options)));
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public Exposure open(Surface surface, PluginContext context) {
    OptionValues given =
        options == null
            ? HttpOptions.TABLE.read(Options.of("http", context.config("http")))
            : options.withSecrets(context::secret);
    Door opened = new Door(surface, context, given);
    if (opened.isForThisMachine()) {
      LOG.log(
          System.Logger.Level.INFO,
          "only clients of this machine are served, and those that the host authenticates;"
              + " plugins.http.tokens serves others");
    }
    door = opened;
    return opened;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Door open = door;
    if (open == null) {
      response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    } else {
      open.handle(request, response);
    }
  }
}
