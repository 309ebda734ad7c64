package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import io.gatemini.Session;
import io.gatemini.spi.RegistrationPolicy;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The default policy: an agent may add HTTP servers at public addresses over https, and start only
 * the commands that the operator named. An agent reads untrusted text; what it registers must not
 * reach into the operator's network or run a program of the text's choosing.
 */
public final class GuardedRegistrationPolicy implements RegistrationPolicy {
  private final Set<String> allowedCommands;
  private final Set<String> allowedHosts;

  public GuardedRegistrationPolicy(Set<String> allowedCommands, Set<String> allowedHosts) {
    this.allowedCommands = Set.copyOf(allowedCommands);
    this.allowedHosts = Set.copyOf(allowedHosts);
  }

  @Override
  public Optional<String> refusal(String name, BackendConfig config, Session session) {
    return switch (config.transport()) {
      case "stdio" -> refuseCommand(config);
      case "streamable-http" -> refuseUrl(config.url().orElse(""));
      default ->
          Optional.of(
              "backends of transport \""
                  + config.transport()
                  + "\" may not be registered by agents; ask the operator to configure it");
    };
  }

  private Optional<String> refuseCommand(BackendConfig config) {
    String command = config.command().isEmpty() ? "" : config.command().get(0);
    return allowedCommands.contains(command)
        ? Optional.empty()
        : Optional.of(
            "the command \""
                + command
                + "\" may not be started by agents; the operator can name it in"
                + " registration.allowed_commands");
  }

  private Optional<String> refuseUrl(String url) {
    String host;
    String scheme;
    try {
      URI uri = new URI(url);
      host = uri.getHost();
      scheme = uri.getScheme();
    } catch (URISyntaxException e) {
      return Optional.of("url is not a valid URL; give one such as https://example.com/mcp");
    }
    if (host == null || scheme == null) {
      return Optional.of("url must be absolute, such as https://example.com/mcp");
    }
    if (allowedHosts.contains(host.toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    if (!scheme.equalsIgnoreCase("https")) {
      return Optional.of(
          "url must use https; the operator can allow a host in registration.allowed_hosts");
    }
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!PublicAddresses.isPublic(address)) {
          return Optional.of(
              "the host \""
                  + host
                  + "\" is not at a public address; the operator can allow it in"
                  + " registration.allowed_hosts");
        }
      }
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.of("the host \"" + host + "\" is not known; check the url");
    }
  }
}
