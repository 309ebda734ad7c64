package io.gatemini.internal.settings;

import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.process.Environment;
import io.gatemini.spi.SecretProvider;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code secretref:<provider>:<reference>} in values, as the whole value or inside it
 * ({@code Bearer secretref:env:TOKEN}). A reference is made of letters, digits and {@code _ . / \ ~
 * -}, with a drive letter before it if need be.
 *
 * <p>Given providers win over discovered ones of their name. Messages never hold a secret, nor a
 * reference other than the name of a variable: it may be a path.
 */
public final class Secrets {
  private static final String MARK = "secretref:";

  private static final Pattern REFERENCE =
      Pattern.compile("secretref:([A-Za-z0-9_-]+):((?:[A-Za-z]:(?=[/\\\\]))?[\\w./\\\\~-]+)");

  private final List<SecretProvider> given;
  private final boolean discover;
  private volatile @Nullable Map<String, SecretProvider> providers;

  Secrets(List<SecretProvider> given, boolean discover) {
    this.given = List.copyOf(given);
    this.discover = discover;
  }

  /** The secrets of these providers, and of those that every gateway has. */
  public static Secrets of(List<SecretProvider> providers) {
    return new Secrets(providers, false);
  }

  /**
   * The secrets of settings before there is a gateway, for what a host guards itself.
   *
   * @param environment the variables of the configuration
   */
  public static Secrets of(GatewaySettings settings, Environment environment) {
    return new Secrets(builtIn(() -> settings, environment), settings.discover());
  }

  /** The providers that every gateway has. */
  public static List<SecretProvider> builtIn(
      Supplier<GatewaySettings> settings, Environment environment) {
    return List.of(
        new EnvironmentSecrets(environment),
        new FileSecrets(() -> settings.get().secretsDirectory()),
        new CommandSecrets(() -> settings.get().secretCommands()),
        new BitwardenSecrets(() -> settings.get().bitwarden(), environment));
  }

  /** Whether a value holds something that is, or is meant to be, a reference. */
  public static boolean refers(String value) {
    return value.contains(MARK);
  }

  /** The references of a value, as {@code provider:reference}. */
  public static List<String> references(String value) {
    return REFERENCE
        .matcher(value)
        .results()
        .map(reference -> reference.group(1) + ":" + reference.group(2))
        .toList();
  }

  /**
   * A value as it is written, whose references are complete and name providers that are there.
   *
   * @throws IllegalArgumentException saying what is wrong with them
   */
  String checked(String value) {
    if (refers(value)) {
      resolve(value, secret -> {}, (provider, reference) -> provider(provider).name());
    }
    return value;
  }

  /**
   * Resolves all references of a value.
   *
   * @throws IllegalArgumentException saying which provider is missing or does not know the secret
   */
  public String resolve(String value) {
    return resolve(value, secret -> {});
  }

  /**
   * The same.
   *
   * @param met receives each secret
   */
  public String resolve(String value, Consumer<String> met) {
    return refers(value) ? resolve(value, met, this::secret) : value;
  }

  private static String resolve(
      String value, Consumer<String> met, BinaryOperator<String> secrets) {
    Matcher matcher = REFERENCE.matcher(value);
    StringBuilder resolved = new StringBuilder();
    boolean any = false;
    while (matcher.find()) {
      any = true;
      String secret = secrets.apply(matcher.group(1), matcher.group(2));
      met.accept(secret);
      matcher.appendReplacement(resolved, Matcher.quoteReplacement(secret));
    }
    if (!any) {
      throw new IllegalArgumentException(
          "the secret reference is incomplete; write secretref:<provider>:<reference>, for example"
              + " secretref:env:API_TOKEN");
    }
    return matcher.appendTail(resolved).toString();
  }

  private String secret(String providerName, String reference) {
    SecretProvider provider = provider(providerName);
    return provider
        .resolve(reference)
        .orElseThrow(
            () ->
                new MissingValueException(
                    providerName.equals(EnvironmentSecrets.NAME)
                        ? "the environment variable " + reference + " is not set; set it"
                        : "the secret provider \""
                            + providerName
                            + "\" has no secret under this reference; store it there or"
                            + " correct the reference"));
  }

  private SecretProvider provider(String providerName) {
    Map<String, SecretProvider> known = providers();
    SecretProvider provider = known.get(providerName);
    if (provider == null) {
      throw new IllegalArgumentException(
          "there is no secret provider \""
              + providerName
              + "\"; there are "
              + String.join(", ", known.keySet()));
    }
    return provider;
  }

  /** Looked for when the first reference is met: most files hold none. */
  private Map<String, SecretProvider> providers() {
    Map<String, SecretProvider> known = providers;
    if (known == null) {
      known = new TreeMap<>();
      Stream.of(
              new EnvironmentSecrets(Environment.system()),
              new FileSecrets(),
              new CommandSecrets(Map::of),
              new BitwardenSecrets(Optional::empty, Environment.system()))
          .forEach(putInto(known));
      if (discover) {
        ServiceLoader.load(SecretProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparingInt(SecretProvider::weight))
            .forEach(putInto(known));
      }
      given.forEach(putInto(known));
      providers = known;
    }
    return known;
  }

  private static Consumer<SecretProvider> putInto(Map<String, SecretProvider> known) {
    return provider -> known.put(provider.name(), walled(provider));
  }

  /** Providers of this package put no secret into their exceptions. */
  private static SecretProvider walled(SecretProvider provider) {
    return provider.getClass().getPackage() == Secrets.class.getPackage()
        ? provider
        : new GuardedSecrets(provider);
  }
}
