package io.gatemini.internal.surface.address;

import io.gatemini.config.ConfigException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The rule for addresses of a host's resources: absolute, and not the gateway's own. Stateless. */
public final class HostAddress {
  private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:[^\\s\\p{C}]+");

  private HostAddress() {}

  public static void check(String uri) {
    if (!ABSOLUTE.matcher(uri).matches()) {
      throw new ConfigException(
          "\""
              + uri
              + "\" is not an address of a resource; write one with a scheme, for example"
              + " \"docs://handbook\"");
    }
    if (uri.toLowerCase(Locale.ROOT).startsWith(ResourceAddress.OWN + ":")) {
      throw new ConfigException(
          "\"" + uri + "\" has the scheme of the gateway's own resources; choose another one");
    }
  }
}
