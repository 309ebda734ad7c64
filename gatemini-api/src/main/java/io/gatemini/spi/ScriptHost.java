package io.gatemini.spi;

import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The gateway as a running program reaches it. Thread-safe; all data is plain JSON. */
public interface ScriptHost {
  /** The backends a program sees. */
  List<ScriptBackend> backends();

  /** The backend behind a name of a program, sanitised or original; costs no pass over all. */
  Optional<ScriptBackend> backend(String name);

  /** The tool behind two identifiers of a program, either sanitised or original. */
  Optional<ToolDescriptor> resolve(String backend, String tool);

  /**
   * Calls a tool by its key, or asks backends for what they have beside tools: {@code
   * $resources/list}, {@code $resources/templates/list}, {@code $resources/read}, {@code
   * $prompts/list}, {@code $prompts/get} and {@code $completion/complete} are answered as the
   * methods of the protocol are, by structured content; {@code backend} among the arguments chooses
   * one. Completing the future behind the stage from outside cancels the call.
   */
  CompletionStage<ToolResult> call(String tool, RawJson arguments);

  /** Searches; a JSON array of brief rows. */
  RawJson search(String query, int limit);

  /** Full information of one tool. */
  RawJson info(String tool);

  /**
   * A result that the gateway keeps for the program's session.
   *
   * @throws io.gatemini.GatewayException when there is none, or none any more, under this id
   */
  RawJson result(String id);

  /** The client that the program belongs to: clients take turns, and share no worker. */
  default String client() {
    return "";
  }

  /** Takes a line of console output as it is written. */
  void log(String line);

  /**
   * One backend as programs name it.
   *
   * @param identifier its name as an identifier of the language, unique among backends
   * @param name the backend's name
   * @param tools its tools
   */
  record ScriptBackend(String identifier, String name, List<ScriptTool> tools) {}

  /**
   * One tool as programs name it.
   *
   * @param identifier its name as an identifier of the language, unique in its backend
   * @param tool the tool
   */
  record ScriptTool(String identifier, ToolDescriptor tool) {}
}
