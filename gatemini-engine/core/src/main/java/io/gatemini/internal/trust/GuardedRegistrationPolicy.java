package io.gatemini.internal.trust;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.RegistrationPolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The default policy: an agent may add HTTP servers at public addresses over https, and start only
 * the commands that the operator named. An agent reads untrusted text; what it registers must not
 * reach into the operator's network or run a program of the text's choosing.
 *
 * <p>The addresses of a host are checked when it is registered, for a clear message, and again for
 * every connection ({@link #mayConnectTo}), because a name may lead elsewhere later.
 *
 * @param settings has what is allowed
 */
public record GuardedRegistrationPolicy(Supplier<GatewaySettings> settings)
    implements RegistrationPolicy {
  private static final int MAX_SHOWN = 100;

  /** Options that change nothing of what a backend may do. */
  private static final Map<String, Set<String>> OPTIONS =
      Map.of(
          "stdio", Set.of("shutdown_grace_period", "max_message_bytes"),
          "streamable-http", Set.of("max_message_bytes"),
          "cli-adapter", Set.of("tools", "health_check"));

  /** A server at an address may serve many names, and hand the request to another of them. */
  private static final Set<String> ROUTING_HEADERS =
      Set.of("host", "forwarded", "x-forwarded-host", "x-forwarded-server", "x-original-host");

  /** The default with its settings, or a host's policy behind a wrapper. */
  public static RegistrationPolicy of(
      RegistrationPolicy chosen, Supplier<GatewaySettings> settings) {
    return chosen.equals(RegistrationPolicy.guarded())
        ? new GuardedRegistrationPolicy(settings)
        : new GuardedRegistration(chosen);
  }

  /** Whether a header can lead to another server than the address. */
  public static boolean isRouting(String header) {
    return ROUTING_HEADERS.contains(header.toLowerCase(Locale.ROOT));
  }

  private AllowedCommands allowedCommands() {
    return new AllowedCommands(settings.get().allowedCommands());
  }

  private AllowedHosts allowedHosts() {
    return new AllowedHosts(settings.get().allowedHosts());
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    InetAddress resolved = address.getAddress();
    return (resolved != null && PublicAddresses.isPublic(resolved))
        || allowedHosts().contains(host, address.getPort());
  }

  @Override
  public boolean mayUseSecret(String secret, BackendConfig config) {
    return new AllowedSecrets(settings.get().allowedSecrets()).contains(secret, config);
  }

  @Override
  public Optional<String> refusal(String name, BackendConfig config, Session session) {
    Set<String> harmless = OPTIONS.get(config.transport());
    if (harmless == null) {
      return Optional.of(
          "backends of transport "
              + shown(config.transport())
              + " may not be registered by agents; ask the operator to configure it");
    }
    if (config.prerequisite().isPresent()) {
      return Optional.of(
          "a prerequisite may not be registered by agents; ask the operator to configure it");
    }
    for (Map.Entry<String, JsonNode> option : config.options().properties()) {
      if (!harmless.contains(option.getKey())) {
        return Optional.of(
            "the option "
                + shown(option.getKey())
                + " may not be set by agents; leave it out, or ask the operator to configure the"
                + " backend");
      }
    }
    return switch (config.transport()) {
      case "stdio" ->
          refuseDirectory(config)
              .or(() -> refuseVariables(config))
              .or(() -> refuseCommand(config.command()));
      case "cli-adapter" ->
          refuseDirectory(config)
              .or(() -> refuseVariables(config))
              .or(() -> refuseTools(config.options()));
      default -> refuseHeaders(config).or(() -> refuseUrl(config.url().orElse("")));
    };
  }

  /** Package runners, interpreters and git take code and options from where they are started. */
  private static Optional<String> refuseDirectory(BackendConfig config) {
    return config
        .cwd()
        .map(
            cwd ->
                "cwd may not be set by agents, because a program can take other code from it; leave"
                    + " it out");
  }

  private static Optional<String> refuseHeaders(BackendConfig config) {
    return config.headers().keySet().stream()
        .filter(GuardedRegistrationPolicy::isRouting)
        .findFirst()
        .map(
            name ->
                "the header "
                    + shown(name)
                    + " may not be set by agents, because it can lead to another server than the"
                    + " url; leave it out of headers");
  }

  private static Optional<String> refuseVariables(BackendConfig config) {
    return config.env().keySet().stream()
        .filter(HijackVariables::contains)
        .findFirst()
        .map(
            name ->
                "the variable "
                    + shown(name)
                    + " may not be set by agents, because it can make a program run other code;"
                    + " leave it out of env");
  }

  private Optional<String> refuseCommand(List<String> command) {
    return allowedCommands().match(command).isPresent()
        ? Optional.empty()
        : notAllowed(command.isEmpty() ? "" : command.get(0));
  }

  private static Optional<String> notAllowed(String command) {
    // A program's name alone, such as npx in allowed_commands, would let agents start anything.
    return Optional.of(
        "the command "
            + shown(command)
            + " may not be started by agents in this way; ask the operator to add a backend with exactly this"
            + " command line to the configuration file");
  }

  /** Every program of a set of command-line tools. */
  private Optional<String> refuseTools(JsonNode options) {
    List<JsonNode> commands = new ArrayList<>();
    for (Map.Entry<String, JsonNode> tool : options.path("tools").properties()) {
      JsonNode shell = tool.getValue().path("shell");
      if (!shell.isMissingNode() && !(shell.isBoolean() && !shell.booleanValue())) {
        return Optional.of(
            "tools."
                + VisibleText.line(tool.getKey(), MAX_SHOWN)
                + ": a shell may not be used by agents; leave \"shell\" out");
      }
      commands.add(tool.getValue().path("command"));
    }
    if (options.hasNonNull("health_check")) {
      commands.add(options.get("health_check"));
    }
    if (commands.isEmpty()) {
      return Optional.of("a cli-adapter backend needs \"tools\", an object of tool definitions");
    }
    for (JsonNode command : commands) {
      Optional<String> refusal = refuseTemplate(command);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }

  private Optional<String> refuseTemplate(JsonNode command) {
    if (command.isArray()) {
      List<String> words = new ArrayList<>();
      command.forEach(word -> words.add(word.asText()));
      return refuseCommand(words);
    }
    // A command that other code splits differently must not begin with an allowed one here.
    String line = command.asText();
    boolean plain = line.chars().noneMatch(c -> c < ' ' && c != '\t') && !line.isBlank();
    return plain && allowedCommands().match(line).isPresent() ? Optional.empty() : notAllowed(line);
  }

  private Optional<String> refuseUrl(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      return Optional.of("url is not a valid URL; give one such as https://example.com/mcp");
    }
    String host = uri.getHost();
    String scheme = uri.getScheme();
    if (host == null || scheme == null) {
      return Optional.of(
          "url must be absolute and its host plain ASCII, such as https://example.com/mcp");
    }
    if (uri.getRawUserInfo() != null) {
      return Optional.of("url must not hold a user or a password; send them in headers");
    }
    if (!scheme.equalsIgnoreCase("https") && !scheme.equalsIgnoreCase("http")) {
      return Optional.of("url must begin with https://");
    }
    if (allowedHosts().contains(host, AllowedSecrets.port(uri))) {
      return Optional.empty();
    }
    if (!scheme.equalsIgnoreCase("https")) {
      return Optional.of(
          "url must use https; the operator can allow a host in registration.allowed_hosts");
    }
    if (AllowedHosts.isOddNumber(host)) {
      return Optional.of(
          "the host "
              + shown(host)
              + " is not written as an address is; write four decimal numbers, or a name");
    }
    return refuseAddresses(host);
  }

  private static Optional<String> refuseAddresses(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!PublicAddresses.isPublic(address)) {
          return Optional.of(
              "the host "
                  + shown(host)
                  + " is not at a public address; the operator can allow it in"
                  + " registration.allowed_hosts");
        }
      }
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.of("the host " + shown(host) + " is not known; check the url");
    }
  }

  private static String shown(String text) {
    return VisibleText.quoted(text, MAX_SHOWN);
  }
}
