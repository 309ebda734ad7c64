package io.gatemini.transport.http.server;

import io.gatemini.testing.TestContext;

/** The fixture for the suite, at a port of its own, until stdin ends. */
final class ConformanceServer {
  private ConformanceServer() {}

  public static void main(String[] args) throws Exception {
    try (TestContext context = new TestContext()) {
      HttpTransport.Listening open =
          HttpTransport.at("127.0.0.1:" + (args.length > 0 ? args[0] : "0"))
              .open(new ConformanceSurface(), context);
      System.out.println(open.uri());
      while (System.in.read() >= 0) {
        // until its end
      }
      open.close();
    }
  }
}
