package io.gatemini.transport.http.server;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.lang.System.Logger.Level;
import java.text.ParseException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks access tokens that are JSON Web Tokens (RFC 9068, RFC 8725): signed by a key of the
 * authorization server with an asymmetric algorithm, from that issuer, for this audience, not
 * expired. Thread-safe.
 */
final class JwtCheck {
  static final System.Logger LOG = System.getLogger(JwtCheck.class.getName());

  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
  private final List<String> scopes;

  JwtCheck(JwtOptions options) {
    this.scopes = options.scopes();
    KnownKeys keys = new KnownKeys(options.jwksUri());
    Set<JWSAlgorithm> algorithms = new HashSet<>(JWSAlgorithm.Family.RSA);
    algorithms.addAll(JWSAlgorithm.Family.EC);
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, keys));
    processor.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            options.resource(),
            new JWTClaimsSet.Builder().issuer(options.issuer()).build(),
            Set.of("exp", "sub")));
  }

  /** Checks a token; may wait for the authorization server. */
  Verdict of(String token) {
    try {
      JWTClaimsSet claims = processor.process(token, null);
      return new Verdict(
          Optional.of("oauth:" + claims.getSubject()), !scopes(claims).containsAll(scopes));
    } catch (ParseException | BadJOSEException | JOSEException e) {
      // It may be a client's mistake or an attack; the reason is for the operator alone.
      LOG.log(Level.DEBUG, () -> "a token was refused: " + e.getMessage());
      return Verdict.WRONG;
    }
  }

  /**
   * The result of a check.
   *
   * @param client the name of the client, where the token is right
   * @param missingScope whether a right token lacks a scope
   */
  record Verdict(Optional<String> client, boolean missingScope) {
    private static final Verdict WRONG = new Verdict(Optional.empty(), false);
  }

  private static List<String> scopes(JWTClaimsSet claims) {
    Object scope = claims.getClaim("scope");
    if (scope instanceof String text) {
      return Arrays.asList(text.split(" "));
    }
    return scope instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }
}
