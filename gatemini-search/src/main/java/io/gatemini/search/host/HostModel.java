package io.gatemini.search.host;

import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.config.ConfigException;
import java.util.List;

/** How a host shows the tools of a server to its model. Immutable; thread-safe. */
public interface HostModel {
  /** The name of the model of every host. */
  String ALL = "all";

  /** The name it is chosen by. */
  String name();

  /** The tools that the host has of a gateway, as {@code tools/list} gives them. */
  default List<ListedTool> tools(Gateway gateway) {
    return gateway.surface().tools(Session.local()).stream().map(ListedTool::of).toList();
  }

  /**
   * Whether the first request of the model has the tool with its schema.
   *
   * @param tools how many tools the gateway lists
   */
  default boolean loads(ListedTool tool, int tools) {
    return false;
  }

  /** The tools that the host's own search finds among those that are not loaded, best first. */
  default List<ListedTool> search(String words, List<ListedTool> deferred, Gateway gateway) {
    return new KeywordSearch(textLimit()).search(words, deferred);
  }

  /** How many characters of a description, and of the instructions, the host keeps. */
  default int textLimit() {
    return Integer.MAX_VALUE;
  }

  /** How many tools the host asks the gateway for before it asks the model. */
  default int offers() {
    return 0;
  }

  /** Whether found tools join the tools of the request, in front of the conversation. */
  default boolean joins() {
    return false;
  }

  /**
   * The models of a name, or of {@value #ALL}.
   *
   * @throws ConfigException naming all where there is none of the name
   */
  static List<HostModel> named(String name) {
    List<HostModel> all =
        List.of(
            new ListingHost("listing"),
            new KeywordHost("claude-code"),
            new ThresholdHost("copilot-cli", 0),
            new ThresholdHost("copilot-cli-full", ThresholdHost.DEFERS_FROM),
            new VectorHost("vscode"),
            new JoiningHost("framework-search"),
            new OfferingHost("offers", 8));
    List<String> names = all.stream().map(HostModel::name).toList();
    if (!name.equals(ALL) && !names.contains(name)) {
      throw new ConfigException(
          "there is no host \"%s\"; name one of %s, or %s"
              .formatted(name, String.join(", ", names), ALL));
    }
    return all.stream().filter(it -> name.equals(ALL) || name.equals(it.name())).toList();
  }
}
