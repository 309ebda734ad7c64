package io.gatemini;

import java.util.List;

/**
 * One tool, with everything the gateway knows of it.
 *
 * @param definition the whole definition, with its schemas
 * @param summary the first sentence of the description
 * @param parameters names of the parameters, in schema order
 * @param call an example call with the required parameters
 * @param typescript its declaration for who writes a program: a member of its backend's type, with
 *     comments, at most 4 KB beside the name; what a schema has beyond that is left out
 */
public record ToolInfo(
    ToolDescriptor definition,
    String summary,
    List<String> parameters,
    String call,
    String typescript) {

  public ToolInfo {
    parameters = List.copyOf(parameters);
  }

  /** The namespaced key of the tool. */
  public String key() {
    return definition.key();
  }

  /** The backend that owns the tool. */
  public String backend() {
    return definition.backend();
  }

  /** The whole description. */
  public String description() {
    return definition.description();
  }
}
