package io.gatemini.transport.http.internal.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.AuthorizationResponse;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.GrantType;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.client.ClientMetadata;
import com.nimbusds.oauth2.sdk.client.ClientRegistrationRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.spi.SignIn;
import io.gatemini.transport.http.internal.client.ExchangeFailures;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.client.Origin;
import io.gatemini.transport.http.internal.oauth.OAuthMetadata.Issuer;
import io.gatemini.transport.http.internal.oauth.StoredSignIn.Client;
import io.gatemini.transport.http.internal.oauth.StoredSignIn.Grant;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpStatus;

/**
 * One sign-in of a person: authorization code with PKCE (OAuth 2.1), from the registration of the
 * gateway to the tokens. Its methods block.
 */
final class SignInFlow {
  /** A person looks for a password, and for a second factor. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final String OFFLINE_ACCESS = "offline_access";

  private static final Pattern REFUSED_CLIENT =
      Pattern.compile("[?&]error=(?:invalid_client|unauthorized_client|invalid_redirect_uri)\\b");

  private final OAuthConfig config;
  private final Issuer issuer;
  private final HttpClient http;
  private final Clock clock;
  private final Executor executor;

  /**
   * @param executor may block
   */
  SignInFlow(OAuthConfig config, Issuer issuer, HttpClient http, Clock clock, Executor executor) {
    this.config = config;
    this.issuer = issuer;
    this.http = http;
    this.clock = clock;
    this.executor = executor;
  }

  /**
   * Begins; the person is awaited in the background.
   *
   * @param known the gateway as it is registered, if it is
   * @param scopes that the token is to have; empty for those that the server knows. Added to
   * @param registered receives the registration of the gateway
   * @param signedIn receives the tokens
   */
  SignIn begin(
      Optional<Client> known,
      Set<String> scopes,
      Consumer<Client> registered,
      Consumer<Grant> signedIn) {
    URI page =
        issuer
            .authorizationUrl()
            .orElseThrow(
                () ->
                    BackendUnavailableException.lasting(
                        "nobody can sign in at "
                            + name()
                            + ": it names no authorization_endpoint; set oauth.authorization_url"));
    if (!issuer.pkce()) {
      throw BackendUnavailableException.lasting(
          "nobody can sign in at "
              + name()
              + " safely: it does not say that it checks PKCE with S256; if it does, set"
              + " oauth.discover to false, with authorization_url, token_url and client_id");
    }
    if (scopes.isEmpty()) {
      scopes.addAll(issuer.resourceScopes());
    }
    // Asked for it, servers give a refresh token, and the person need not come again.
    if (issuer.scopes().contains(OFFLINE_ACCESS) && !scopes.isEmpty()) {
      scopes.add(OFFLINE_ACCESS);
    }
    Optional<Client> usable = known.filter(this::isUsable);
    CallbackServer callback = callback(usable);
    try {
      URI redirect = callback.redirectUri();
      Optional<Client> before = usable.filter(it -> mayReturnTo(it, redirect));
      CodeVerifier verifier = new CodeVerifier();
      State state = new State();
      Function<Client, URI> address =
          client -> address(page, client, redirect, state, verifier, scopes);
      Client chosen = client(before, redirect);
      Client client =
          before.filter(chosen::equals).isPresent() && isForgotten(address.apply(chosen))
              ? register(redirect)
              : chosen;
      registered.accept(client);
      CompletableFuture<Void> outcome =
          Timeouts.orTimeout(
                  callback.await(
                      state.getValue(),
                      at -> signedIn.accept(tokens(at, client, redirect, verifier, scopes))),
                  PATIENCE)
              .exceptionallyCompose(
                  failure -> CompletableFuture.failedFuture(expiredOr(Causes.of(failure))));
      outcome.whenComplete((nothing, failure) -> callback.close());
      return new SignIn(address.apply(client), outcome);
    } catch (RuntimeException | Error e) { // the port must not stay taken
      callback.close();
      throw e;
    }
  }

  private URI address(
      URI page,
      Client client,
      URI redirect,
      State state,
      CodeVerifier verifier,
      Set<String> scopes) {
    AuthorizationRequest.Builder request =
        new AuthorizationRequest.Builder(ResponseType.CODE, new ClientID(client.id()))
            .endpointURI(page)
            .redirectionURI(redirect)
            .state(state)
            .codeChallenge(verifier, CodeChallengeMethod.S256);
    if (!scopes.isEmpty()) {
      request.scope(new Scope(scopes.toArray(String[]::new)));
    }
    if (!resource().isEmpty()) {
      request.customParameter("resource", resource());
    }
    if (!config.audience().isEmpty()) {
      request.customParameter("audience", config.audience());
    }
    return request.build().toURI();
  }

  /**
   * Whether the page refuses a client that was registered before. Servers lose registrations, and
   * show that to the person alone, who could only close the page.
   */
  private boolean isForgotten(URI address) {
    try {
      Response page = Futures.await(JsonRequest.get(http, address)).response();
      String back = Objects.requireNonNullElse(page.getHeaders().get("Location"), "");
      return HttpStatus.isClientError(page.getStatus()) || REFUSED_CLIENT.matcher(back).find();
    } catch (BackendUnavailableException e) { // the person will see it
      return false;
    }
  }

  private Throwable expiredOr(Throwable failure) {
    return failure instanceof TimeoutException
        ? new CallTimeoutException("nobody signed in within " + PATIENCE.toMinutes() + " minutes")
        : failure;
  }

  private String name() {
    return Origin.authority(issuer.tokenUrl());
  }

  private String resource() {
    return issuer.resource(config);
  }

  /** A registration holds for its authorization server alone. */
  private boolean isUsable(Client known) {
    return known.issuer().equals(issuer.name())
        && (known.expiresAt() == 0 || clock.instant().getEpochSecond() < known.expiresAt());
  }

  private static boolean mayReturnTo(Client known, URI redirect) {
    return known.redirectUri().isEmpty() || known.redirectUri().equals(redirect.toString());
  }

  /** Where a registered gateway was to be awaited, if that is free still. */
  private CallbackServer callback(Optional<Client> usable) {
    Optional<URI> before =
        usable.map(Client::redirectUri).filter(uri -> !uri.isEmpty()).map(URI::create);
    if (config.redirectUri().isPresent() || config.callbackPort().isPresent() || before.isEmpty()) {
      return CallbackServer.open(
          config
              .redirectUri()
              .or(
                  () ->
                      config
                          .callbackPort()
                          .map(port -> URI.create("http://127.0.0.1:" + port + "/callback"))),
          config.callbackPort(),
          executor);
    }
    try {
      return CallbackServer.open(before, Optional.empty(), executor);
    } catch (BackendUnavailableException taken) {
      return CallbackServer.open(Optional.empty(), Optional.empty(), executor);
    }
  }

  /** In the order of the specification: configured, by its metadata document, registered. */
  private Client client(Optional<Client> known, URI redirect) {
    if (!config.clientId().isEmpty()) {
      String auth =
          config.clientSecret().isEmpty()
              ? "none"
              : config.clientAuth().orElse(issuer.clientAuth()).name();
      return new Client(issuer.name(), config.clientId(), config.clientSecret(), auth, "", 0);
    }
    if (!config.clientMetadataUrl().isEmpty() && issuer.readsMetadata()) {
      return new Client(issuer.name(), config.clientMetadataUrl(), "", "none", "", 0);
    }
    return known.orElseGet(() -> register(redirect));
  }

  private Client register(URI redirect) {
    URI endpoint =
        issuer
            .registrationUrl()
            .orElseThrow(
                () ->
                    BackendUnavailableException.lasting(
                        name()
                            + " registers no clients by itself; register one there, with the"
                            + " redirect address http://localhost:8080/callback, and set"
                            + " oauth.client_id"));
    ClientMetadata metadata = new ClientMetadata();
    metadata.setName("Gatemini");
    metadata.setCustomField("application_type", "native");
    metadata.setRedirectionURI(redirect);
    metadata.setGrantTypes(Set.of(GrantType.AUTHORIZATION_CODE, GrantType.REFRESH_TOKEN));
    metadata.setResponseTypes(Set.of(ResponseType.CODE));
    metadata.setTokenEndpointAuthMethod(new ClientAuthenticationMethod(wantedAuth()));
    JsonRequest.Answer answer =
        Futures.await(
            JsonRequest.send(
                http, new ClientRegistrationRequest(endpoint, metadata, null).toHTTPRequest()));
    JsonNode made = answer.json();
    String id = made.path("client_id").asText("");
    if (!answer.isObject() || id.isBlank()) {
      throw BackendUnavailableException.lasting(
          ExchangeFailures.status(answer.authority(), answer.response().getStatus())
              + " to the registration of a client"
              + answer.error()
              + "; register one there and set oauth.client_id");
    }
    String secret = made.path("client_secret").asText("");
    String auth =
        made.path("token_endpoint_auth_method")
            .asText(secret.isEmpty() ? "none" : issuer.clientAuth().name());
    return new Client(
        issuer.name(),
        id,
        auth.equals("none") ? "" : secret,
        auth,
        redirect.toString(),
        made.path("client_secret_expires_at").asLong(0));
  }

  private String wantedAuth() {
    List<String> methods = issuer.authMethods();
    return methods.isEmpty() || methods.contains("none")
        ? "none"
        : issuer.clientAuth().name().toLowerCase(Locale.ROOT);
  }

  private Grant tokens(
      URI redirected, Client client, URI redirect, CodeVerifier verifier, Set<String> scopes) {
    AuthorizationResponse response = response(redirected);
    if (!response.indicatesSuccess()) {
      ErrorObject error = response.toErrorResponse().getErrorObject();
      String words = error.getDescription();
      throw BackendUnavailableException.lasting(
          name()
              + " refused the sign-in: "
              + OneLine.of(String.valueOf(error.getCode()), 60)
              + (words == null ? "" : ": " + OneLine.of(words, 200)));
    }
    AuthorizationCode code = response.toSuccessResponse().getAuthorizationCode();
    if (code == null) {
      throw withoutCode();
    }
    TokenRequests.Issued issued =
        RefreshedTokens.unwrapped(
            new TokenRequests(http, clock)
                .send(
                    issuer.tokenUrl(),
                    RefreshedTokens.proof(client),
                    client.id(),
                    new AuthorizationCodeGrant(code, redirect, verifier),
                    "",
                    Map.of("resource", resource(), "audience", config.audience())));
    return RefreshedTokens.grant(
        issued,
        new Grant(
            "",
            "",
            0,
            String.join(" ", scopes),
            issuer.tokenUrl().toString(),
            issuer.revocationUrl().map(URI::toString).orElse(""),
            resource(),
            client),
        clock);
  }

  private BackendUnavailableException withoutCode() {
    return BackendUnavailableException.lasting(
        name() + " returned from the sign-in without a code");
  }

  /** The redirect, if it is one of this authorization server (RFC 9207). */
  private AuthorizationResponse response(URI redirected) {
    AuthorizationResponse response;
    try {
      response = AuthorizationResponse.parse(redirected);
    } catch (ParseException | IllegalArgumentException e) {
      throw withoutCode();
    }
    String issued = response.getIssuer() == null ? "" : response.getIssuer().getValue();
    boolean isRight =
        issued.isEmpty()
            ? !issuer.sendsName()
            : issuer.name().isEmpty() || issued.equals(issuer.name());
    if (!isRight) {
      throw BackendUnavailableException.lasting(
          "the sign-in returned "
              + (issued.isEmpty()
                  ? "without the name of its authorization server"
                  : "from another authorization server, " + OneLine.of(issued, 100))
              + "; it is not used, because somebody may have mixed it up");
    }
    return response;
  }
}
