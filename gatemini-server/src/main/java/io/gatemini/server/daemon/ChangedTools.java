package io.gatemini.server.daemon;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.DefinitionChange;
import io.gatemini.Gateway;
import io.gatemini.UnknownToolException;
import io.gatemini.server.admin.ToolJson;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The tools of gateways that are not what they were, as {@code gatemini pins} asks. */
public final class ChangedTools {
  private ChangedTools() {}

  /** Each once, though several gateways see it. */
  public static ObjectNode of(List<Gateway> gateways) {
    Set<DefinitionChange> changes = new LinkedHashSet<>();
    gateways.forEach(gateway -> changes.addAll(gateway.definitionChanges()));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    var list = json.putArray("changes");
    for (DefinitionChange change : changes) {
      ObjectNode row = list.addObject().put("tool", change.now().key());
      change.parts().forEach(row.putArray("differs")::add);
      change.before().ifPresent(before -> row.set("before", ToolJson.of(before)));
      row.set("now", ToolJson.of(change.now()));
    }
    return json;
  }

  /** Accepts a change for all gateways that see it. */
  public static ObjectNode accept(List<Gateway> gateways, String tool) {
    int accepted = 0;
    String problem = "no gateway runs";
    for (Gateway gateway : gateways) {
      try {
        gateway.acceptChange(tool);
        accepted++;
      } catch (UnknownToolException e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    return accepted == 0 ? json.put("error", problem) : json.put("accepted", tool);
  }
}
