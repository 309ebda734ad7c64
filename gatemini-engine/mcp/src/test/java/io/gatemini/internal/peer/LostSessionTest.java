package io.gatemini.internal.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Table;

/** The words come from servers and bridges that were reported, and from their sources. */
class LostSessionTest {
  @Table(
      """
      Session not found
      Unauthorized: Session not found
      Not Found: Invalid or expired session ID
      Not Found: Session has been terminated
      Could not find session
      Invalid session ID
      Session ID required in mcp-session-id header
      Bad Request: No valid session ID provided
      Bad Request: Mcp-Session-Id header is required
      Not Found: Unknown Mcp-Session-Id header
      No valid session ID or not an initialize request
      no session ID or not initialization request
      No transport found for sessionId
      {"error":"session 7f-2 does not exist"}
      {"detail":"Missing session ID"}
      Session expired, please re-initialize
      the session is gone
      Server not initialized
      Bad Request: Server not initialized
      Received request before initialization was complete
      Unexpected message, expect initialize request
      Client must send an initialize request first
      connection has not been initialised
      """)
  void knowsTheWords(String text) {
    assertThat(LostSession.in(text)).isTrue();
  }

  @Table(
      """
      page not found
      the browser session 7 is not known
      the database is not initialized
      Internal Server Error
      not a valid JSON-RPC message
      sessions of last week: 4
      Please log in
      """)
  void takesNoOtherWordsForThem(String text) {
    assertThat(LostSession.in(text)).isFalse();
  }

  @Table(
      """
      -32002 | Server not initialized | true
      32600 | Session terminated | true
      -32001 | Session not found | true
      -32000 | The MCP session has expired. | true
      -32000 | Session tab-3 not found | false
      -32603 | no session 7 | false
      -32000 | quota of the session exceeded | false
      """)
  void believesAProcessOnlyWhatIsSaidInFull(int code, String message, boolean lost) {
    assertThat(LostSession.ofProcess(new PeerError(code, message))).isEqualTo(lost);
  }
}
