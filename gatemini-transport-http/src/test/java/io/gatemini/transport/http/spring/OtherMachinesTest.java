package io.gatemini.transport.http.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.transport.http.server.McpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.nio.file.Path;
import java.security.Principal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * A mounted endpoint as other machines see it: two network namespaces, one for the host, one for
 * the client. Where the test may not make them it is left out.
 */
class OtherMachinesTest {
  private static final String HOST = "10.231.7.1";
  private static final String OWN = ProcessHandle.current().pid() + "";
  private static final String SERVER = "gms" + OWN;
  private static final String CLIENT = "gmc" + OWN;
  private static final int JETTY = 8431;
  private static final int SPRING = 8432;

  private static Process server;

  /** The host: a servlet a mount, and an application of Spring Boot. */
  static final class Host {
    private Host() {}

    public static void main(String[] args) throws Exception {
      Gateway gateway = Gateway.builder().build();
      ServletContextHandler context = new ServletContextHandler();
      ObjectNode none = JsonNodeFactory.instance.objectNode();
      ObjectNode tokens = none.deepCopy();
      tokens.putObject("tokens").put("ann", "ann-secret");
      mount(context, gateway, "/open", none);
      mount(context, gateway, "/host", none);
      mount(context, gateway, "/tokens", tokens);
      mount(context, gateway, "/insecure", none.deepCopy().put("insecure", true));
      context.addFilter(
          new FilterHolder(
              (request, response, chain) -> {
                HttpServletRequest sent = (HttpServletRequest) request;
                chain.doFilter(sent.getHeader("X-Login") == null ? sent : login(sent), response);
              }),
          "/host",
          EnumSet.of(jakarta.servlet.DispatcherType.REQUEST));
      Server jetty = new Server(JETTY);
      jetty.setHandler(context);
      jetty.start();
      new SpringApplicationBuilder(McpServletAutoConfigurationTest.Application.class)
          .properties("server.port=" + SPRING, "gatemini.enabled=true", "gatemini.http.path=/mcp")
          .run();
      System.out.println("ready");
    }

    private static void mount(
        ServletContextHandler context, Gateway gateway, String path, ObjectNode options) {
      McpServlet servlet = McpServlet.of(options);
      gateway.expose(servlet);
      ServletHolder holder = new ServletHolder(servlet);
      holder.setAsyncSupported(true);
      context.addServlet(holder, path);
    }

    private static HttpServletRequest login(HttpServletRequest request) {
      return new HttpServletRequestWrapper(request) {
        @Override
        public Principal getUserPrincipal() {
          return () -> request.getHeader("X-Login");
        }
      };
    }
  }

  @BeforeAll
  static void start() throws Exception {
    boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
    assumeTrue(linux && run("ip", "netns", "add", SERVER) == 0, "no network namespaces here");
    for (String line :
        List.of(
            "ip netns add " + CLIENT,
            "ip -n " + SERVER + " link add v0 type veth peer name v1 netns " + CLIENT,
            "ip -n " + SERVER + " addr add " + HOST + "/24 dev v0",
            "ip -n " + CLIENT + " addr add 10.231.7.2/24 dev v1",
            "ip -n " + SERVER + " link set v0 up",
            "ip -n " + SERVER + " link set lo up",
            "ip -n " + CLIENT + " link set v1 up")) {
      assertThat(run(line.split(" "))).as(line).isZero();
    }
    server =
        in(
            SERVER,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Host.class.getName());
    String line;
    do {
      line = server.inputReader(UTF_8).readLine();
    } while (line != null && !line.equals("ready"));
    assertThat(line).isEqualTo("ready");
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
    }
    run("ip", "netns", "del", CLIENT);
    run("ip", "netns", "del", SERVER);
  }

  private static int run(String... command) throws Exception {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    } catch (IOException absent) {
      return -1;
    }
  }

  private static Process in(String namespace, String... command) throws IOException {
    List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    whole.addAll(List.of(command));
    return new ProcessBuilder(whole).redirectErrorStream(true).start();
  }

  /** The status of a handshake that a machine sends. */
  private static String status(String from, String at, int port, String path, String... headers)
      throws Exception {
    String body =
        """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"t","version":"1"}}}""";
    String sent =
        "POST %s HTTP/1.1\r\n%s%sContent-Type: application/json\r\nAccept: */*\r\n"
                .formatted(
                    path,
                    String.join("", headers).contains("Host:") ? "" : "Host: " + at + "\r\n",
                    headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n")
            + "Connection: close\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    Process client =
        in(
            from,
            "bash",
            "-c",
            "exec 3<>/dev/tcp/$0/$1; printf '%s' \"$2\" >&3; head -n 1 <&3",
            at,
            String.valueOf(port),
            sent);
    String answer = new String(client.getInputStream().readAllBytes(), UTF_8);
    return answer.isEmpty() ? "nothing" : answer.split(" ")[1];
  }

  @ParameterizedTest
  @CsvSource({
    "/open,,403",
    "/open,Authorization: Bearer x,403",
    "/open,X-Forwarded-For: 127.0.0.1,403",
    "/open,Host: localhost,403",
    "/host,,403",
    "/host,X-Login: ann,200",
    "/tokens,,401",
    "/tokens,Authorization: Bearer ann-secret,200",
    "/insecure,,200",
    "/insecure,Host: evil.example,200",
  })
  void anotherMachineComesInAsTheHostSays(String path, String header, String status)
      throws Exception {
    String[] headers = header == null ? new String[0] : new String[] {header};

    assertThat(status(CLIENT, HOST, JETTY, path, headers)).isEqualTo(status);
  }

  @Test
  void aPageThatLeadsItsNameHereIsRefused() throws Exception {
    String[] page = {"Host: evil.example", "Origin: http://evil.example"};

    assertThat(status(CLIENT, HOST, JETTY, "/insecure", page)).isEqualTo("403");
    assertThat(status(CLIENT, HOST, JETTY, "/open", page)).isEqualTo("403");
    assertThat(status(SERVER, "127.0.0.1", JETTY, "/open", page)).isEqualTo("403");
    assertThat(status(SERVER, "127.0.0.1", JETTY, "/open", "Host: evil.example")).isEqualTo("403");
  }

  @Test
  void thisMachineIsServedByLoopbackAlone() throws Exception {
    assertThat(status(SERVER, "127.0.0.1", JETTY, "/open")).isEqualTo("200");
    assertThat(status(SERVER, HOST, JETTY, "/open")).isEqualTo("403");
  }

  @Test
  void thePropertyOfSpringBootServesThisMachineAlone() throws Exception {
    assertThat(status(CLIENT, HOST, SPRING, "/mcp")).isEqualTo("403");
    assertThat(status(SERVER, "127.0.0.1", SPRING, "/mcp")).isEqualTo("200");
  }
}
