/** A host on the module path: what it must ask for, beside what it uses itself. */
module com.example.modular {
  requires io.gatemini;
  // Types of it are in the signatures of the gateway.
  requires com.fasterxml.jackson.databind;
  // The gateway has automatic modules, whose needs the Java runtime does not know.
  requires com.github.benmanes.caffeine;
  requires org.eclipse.jetty.http2.client.transport; // for gatemini-transport-http
  requires org.graalvm.polyglot; // for gatemini-sandbox

  requires jdk.httpserver;

  // The gateway calls the methods of tools, Jackson makes and reads their records.
  opens com.example.modular to
      io.gatemini.core,
      com.fasterxml.jackson.databind;
}
