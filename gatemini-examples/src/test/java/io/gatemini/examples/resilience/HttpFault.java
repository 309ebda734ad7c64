package io.gatemini.examples.resilience;

/** The misbehaviour of a {@link FaultyHttpServer} while it is armed. */
enum HttpFault {
  NONE("nothing"),
  /** Nothing listens on its port. */
  DOWN("HTTP: refuses connections"),
  /** Takes connections and requests and says nothing. */
  MUTE("HTTP: never answers anything"),
  STATUS_500("HTTP 500"),
  STATUS_401("HTTP 401"),
  /** The session is forgotten. */
  SESSION_LOST("HTTP 404 (session lost)"),
  STATUS_429("HTTP 429, Retry-After 1 s"),
  STATUS_429_LONG("HTTP 429, Retry-After 60 s"),
  HTML_PAGE("HTTP 502, HTML error page"),
  HTML_200("HTTP 200, HTML page"),
  NO_CONTENT_TYPE("HTTP answer without a content type"),
  SLOW_BODY("HTTP: slow body"),
  CUT_SSE("HTTP: cut SSE"),
  /** The events have ids, and the rest can be had with {@code Last-Event-ID}. */
  CUT_SSE_RESUMABLE("HTTP: cut SSE, resumable"),
  REDIRECT("HTTP: redirect to another address"),
  /** The server keeps no sessions: nothing but its address forbids to follow. */
  REDIRECT_TO_PRIVATE("HTTP: redirect to a private address (an agent's backend)"),
  RESET("HTTP: connection reset mid-answer");

  private final String title;

  HttpFault(String title) {
    this.title = title;
  }

  /** How the table calls it. */
  String title() {
    return title;
  }
}
