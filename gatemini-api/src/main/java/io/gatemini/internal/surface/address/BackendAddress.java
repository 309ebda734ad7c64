package io.gatemini.internal.surface.address;

import java.util.Optional;

/**
 * The address under which a resource of a backend can always be read: {@code
 * gatemini://backend/{name}/resource/} and its own address, as it is. It distinguishes backends
 * with one address, and reaches those of the gateway's own by their scheme. That of a view begins
 * with {@code ui://gatemini/backend/}, because hosts show no other scheme (MCP Apps).
 *
 * @param backend the name of the backend
 * @param uri the address that the backend knows
 */
public record BackendAddress(String backend, String uri) {
  /** As clients see it in a list. */
  public static final String TEMPLATE = "gatemini://backend/{backend_name}/resource/{+uri}";

  private static final String VIEW = "ui://";
  private static final String BEGIN = "gatemini://backend/";
  private static final String BEGIN_OF_VIEW = VIEW + "gatemini/backend/";
  private static final String MIDDLE = "/resource/";

  /** The address of a backend's resource. */
  public static String of(String backend, String uri) {
    boolean view = uri.regionMatches(true, 0, VIEW, 0, VIEW.length());
    return (view ? BEGIN_OF_VIEW : BEGIN) + backend + MIDDLE + uri;
  }

  /** Whether an address is one of these. */
  public static boolean is(String address) {
    return read(address).isPresent();
  }

  /** Takes an address apart; empty where it is none of these. */
  public static Optional<BackendAddress> read(String address) {
    return read(address, BEGIN).or(() -> read(address, BEGIN_OF_VIEW));
  }

  private static Optional<BackendAddress> read(String address, String begin) {
    if (!address.regionMatches(true, 0, begin, 0, begin.length())) {
      return Optional.empty();
    }
    int middle = address.indexOf('/', begin.length());
    return middle > begin.length() && address.startsWith(MIDDLE, middle)
        ? Optional.of(
            new BackendAddress(
                address.substring(begin.length(), middle),
                address.substring(middle + MIDDLE.length())))
        : Optional.empty();
  }
}
