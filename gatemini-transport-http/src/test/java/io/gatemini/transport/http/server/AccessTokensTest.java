package io.gatemini.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients with the tokens of an authorization server (RFC 9068, RFC 9728, RFC 8725). */
class AccessTokensTest {
  private static final String ISSUER = "https://auth.example";
  private static final String RESOURCE = "https://gateway.example/mcp";

  private final RSAKey key = key("first");
  private volatile JWKSet published = new JWKSet(key.toPublicJWK());
  private final Semaphore released = new Semaphore(1);
  private volatile CountDownLatch asked = new CountDownLatch(1);
  private HttpServer keys;
  private DoorFixture door;

  private static RSAKey key(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (com.nimbusds.jose.JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void open() throws IOException {
    keys = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    keys.createContext(
        "/keys",
        exchange -> {
          asked.countDown();
          released.acquireUninterruptibly();
          released.release();
          byte[] body = published.toString().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    keys.start();
    door =
        new DoorFixture(
            """
            {"tokens": {"fixed": "a-secret"},
             "oauth": {"issuer": "%s", "resource": "%s", "scopes": ["tools"],
                       "jwks_uri": "http://127.0.0.1:%d/keys"}}"""
                .formatted(ISSUER, RESOURCE, keys.getAddress().getPort()));
  }

  @AfterEach
  void close() {
    door.close();
    keys.stop(0);
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .audience(RESOURCE)
        .subject("ann")
        .claim("scope", "profile tools")
        .expirationTime(Date.from(Instant.now().plusSeconds(600)));
  }

  private static String signed(RSAKey by, JWTClaimsSet claims) throws Exception {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(new JOSEObjectType("at+jwt"))
                .keyID(by.getKeyID())
                .build(),
            claims);
    token.sign(new RSASSASigner(by));
    return token.serialize();
  }

  private HttpResponse<String> initialize(String token) {
    return door.post(
        DoorFixture.INITIALIZE.formatted("2025-11-25"), "Authorization", "Bearer " + token);
  }

  @Test
  void aRightTokenIsTheClient() throws Exception {
    String token = signed(key, claims().build());

    HttpResponse<String> answer = initialize(token);

    assertThat(answer.statusCode()).isEqualTo(200);
    String session = answer.headers().firstValue("Mcp-Session-Id").orElseThrow();
    String other = signed(key, claims().subject("bob").build());
    assertThat(
            door.post(
                    DoorFixture.PING, "Authorization", "Bearer " + other, "Mcp-Session-Id", session)
                .statusCode())
        .isEqualTo(404);
    assertThat(initialize("a-secret").statusCode()).isEqualTo(200);
  }

  @Test
  void wrongTokensAreRefused() throws Exception {
    Map<String, Consumer<JWTClaimsSet.Builder>> faults =
        Map.of(
            "expired", claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(120))),
            "never expires", claims -> claims.expirationTime(null),
            "not valid yet",
                claims -> claims.notBeforeTime(Date.from(Instant.now().plusSeconds(600))),
            "another audience", claims -> claims.audience("https://other.example/mcp"),
            "no audience", claims -> claims.audience((String) null),
            "another issuer", claims -> claims.issuer("https://evil.example"),
            "nobody", claims -> claims.subject(null));
    for (Map.Entry<String, Consumer<JWTClaimsSet.Builder>> fault : faults.entrySet()) {
      JWTClaimsSet.Builder claims = claims();
      fault.getValue().accept(claims);
      assertRefused(fault.getKey(), signed(key, claims.build()));
    }
    String right = signed(key, claims().build());
    assertRefused("alg none", new PlainJWT(claims().build()).serialize());
    assertRefused("without signature", right.substring(0, right.lastIndexOf('.') + 1));
    assertRefused("signed by another", signed(key("first"), claims().build()));
    assertRefused("no token", "nonsense");
    assertRefused("huge", "e".repeat(10_000) + ".e.e");
    SignedJWT confused =
        new SignedJWT(
            new JWSHeader.Builder(new JWSAlgorithm(Algorithm.parse("HS256").getName()))
                .keyID("first")
                .build(),
            claims().build());
    confused.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
    assertRefused("signed with the public key as a secret", confused.serialize());
  }

  private void assertRefused(String fault, String token) {
    HttpResponse<String> refused = initialize(token);
    assertThat(refused.statusCode()).as(fault).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate"))
        .hasValue(
            "Bearer resource_metadata=\"https://gateway.example/.well-known/"
                + "oauth-protected-resource/mcp\", error=\"invalid_token\", scope=\"tools\"");
    assertThat(refused.body()).doesNotContain(token);
  }

  @Test
  void aTokenWithoutTheScopeIsNotEnough() throws Exception {
    HttpResponse<String> refused =
        initialize(signed(key, claims().claim("scope", "profile").build()));

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow())
        .contains("error=\"insufficient_scope\"", "scope=\"tools\"");
  }

  @Test
  void keysMayChange() throws Exception {
    assertThat(initialize(signed(key, claims().build())).statusCode()).isEqualTo(200);
    RSAKey next = key("second");
    published = new JWKSet(java.util.List.of(next.toPublicJWK(), key.toPublicJWK()));

    assertThat(initialize(signed(next, claims().build())).statusCode()).isEqualTo(200);
  }

  @Test
  void aKnownKeyWaitsForNoLookUpOfAnother() throws Exception {
    assertThat(initialize(signed(key, claims().build())).statusCode()).isEqualTo(200);
    released.acquireUninterruptibly();
    asked = new CountDownLatch(1);
    CompletableFuture<Integer> stranger =
        CompletableFuture.supplyAsync(
            () -> initialize(signedBy("stranger")).statusCode(),
            task -> new Thread(task, "stranger").start());
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

    // The server of the keys answers only when this has ended.
    assertThat(initialize(signed(key, claims().build())).statusCode()).isEqualTo(200);
    assertThat(initialize(signedBy("another")).statusCode()).isEqualTo(401);

    released.release();
    assertThat(stranger.get(60, TimeUnit.SECONDS)).isEqualTo(401);
  }

  private static String signedBy(String stranger) {
    try {
      return signed(key(stranger), claims().build());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void keysThatAreGoneAreKeptForAWhile() throws Exception {
    assertThat(initialize(signed(key, claims().build())).statusCode()).isEqualTo(200);
    keys.stop(0);

    assertThat(initialize(signed(key, claims().build())).statusCode()).isEqualTo(200);
    assertRefused("an unknown key", signed(key("third"), claims().build()));
  }

  @Test
  void theMetadataLeadsToTheAuthorizationServer() {
    HttpResponse<String> metadata =
        door.send(
            HttpRequest.newBuilder(
                    door.open.uri().resolve("/.well-known/oauth-protected-resource/mcp"))
                .build());

    assertThat(metadata.statusCode()).isEqualTo(200);
    JsonNode json = ConformanceSurface.json(metadata.body());
    assertThat(json.path("resource").asText()).isEqualTo(RESOURCE);
    assertThat(json.at("/authorization_servers/0").asText()).isEqualTo(ISSUER);
    assertThat(json.at("/scopes_supported/0").asText()).isEqualTo("tools");
  }
}
