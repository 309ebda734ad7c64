package io.gatemini.internal.surface;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names of tools of the catalog as the interfaces of models take them: 1 to 64 letters, digits,
 * {@code _} and {@code -}. {@code billing.refund} is {@code billing__refund}. A key that would
 * share its name with another has a digest at the end, so that no two keys share a name.
 */
public final class ModelNames {
  private static final int MAX_LENGTH = 64;
  private static final int DIGEST_BYTES = 5;
  private static final String SEPARATOR = "__";

  /** A namespace and a name, neither with what the separator could be taken for. */
  private static final Pattern PLAIN =
      Pattern.compile("(?!.*__)(?!.*_\\.)(?!.*\\._)[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");

  /** The end of a name with a digest, which no tool of another key may take for itself. */
  private static final Pattern DIGESTED = Pattern.compile(".*_[0-9a-f]{" + 2 * DIGEST_BYTES + "}");

  private static final Pattern ILLEGAL = Pattern.compile("[^A-Za-z0-9_-]");

  private ModelNames() {}

  /** The name of the tool of a key. */
  public static String of(String key) {
    String name = ILLEGAL.matcher(key.replace(".", SEPARATOR)).replaceAll("_");
    if (name.length() <= MAX_LENGTH
        && PLAIN.matcher(key).matches()
        && !DIGESTED.matcher(key).matches()) {
      return name;
    }
    int room = MAX_LENGTH - 1 - 2 * DIGEST_BYTES;
    return name.substring(0, Math.min(name.length(), room)) + "_" + digest(key);
  }

  /** The tool that has this name now; also by what else the catalog knows it by. */
  public static Optional<ToolDescriptor> find(CatalogSnapshot catalog, String name) {
    Optional<ToolDescriptor> plain =
        catalog
            .resolve(name.replaceFirst(SEPARATOR, "."))
            .filter(tool -> of(tool.key()).equals(name));
    return plain
        .or(() -> catalog.tools().stream().filter(tool -> of(tool.key()).equals(name)).findFirst())
        .or(() -> catalog.resolve(name));
  }

  /** A message of the gateway in which quoted keys of tools become their names. */
  public static String in(String message, CatalogSnapshot catalog) {
    String said = message;
    for (ToolDescriptor tool : catalog.tools()) {
      said = said.replace('"' + tool.key() + '"', '"' + of(tool.key()) + '"');
    }
    return said;
  }

  private static String digest(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
