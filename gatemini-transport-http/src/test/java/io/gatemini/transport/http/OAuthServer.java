package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;

import io.gatemini.testing.TestHttpServer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** An MCP server that wants a token, and the authorization server that issues them, in one. */
final class OAuthServer implements TestHttpServer.Handler {
  final List<Map<String, String>> tokenRequests = new CopyOnWriteArrayList<>();
  final Map<String, String> documents = new ConcurrentHashMap<>();
  final AtomicInteger issued = new AtomicInteger();
  volatile String challenge = "Bearer realm=\"mcp\"";
  volatile String accepted = "t-1";
  volatile String more = ",\"expires_in\":3600";
  volatile String refusal = "";

  @Override
  public void handle(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
    String document = documents.get(request.path());
    if (request.path().equals("/token")) {
      token(request, answer);
    } else if (document != null) {
      answer.json(document);
    } else if (request.path().startsWith("/.well-known")) {
      answer.empty("404 Not Found");
    } else if (request.header("Authorization").orElse("").equals("Bearer " + accepted)) {
      answer.json(ANSWER);
    } else {
      answer.empty("401 Unauthorized", "WWW-Authenticate: " + challenge);
    }
  }

  private void token(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
    Map<String, String> form = new TreeMap<>();
    Pattern.compile("&")
        .splitAsStream(request.body())
        .forEach(
            pair -> {
              int equals = pair.indexOf('=');
              form.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            });
    request.header("Authorization").ifPresent(value -> form.put("(authorization)", value));
    tokenRequests.add(form);
    if (!refusal.isEmpty()) {
      answer.status("400 Bad Request", "application/json", refusal, "Cache-Control: no-store");
    } else {
      answer.json(
          "{\"access_token\":\"t-"
              + issued.incrementAndGet()
              + "\",\"token_type\":\"bearer\""
              + more
              + "}");
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
