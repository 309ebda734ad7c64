package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The cost for an agent to find and call tools in one catalog, in estimated tokens of requests and
 * answers. Immutable.
 *
 * @param form {@code default} or {@code compact}
 * @param tasks how many tasks were done
 * @param found how many of their tools were among the rows of the search
 * @param fixed what every session has: the definitions of the meta-tools and the instructions
 * @param search of all tasks
 * @param brief of all tasks: {@code tool_info} in brief
 * @param full of all tasks: {@code tool_info} in full
 * @param call of all tasks: {@code call_tool_chain} with a JSON call
 * @param arguments of these, what the agent writes
 * @param structured what all answers repeat as structured content, for clients that show a model
 *     both; in no other figure
 * @param dearest the most that one task took, without what is fixed
 */
record FlowCost(
    String form,
    int tasks,
    int found,
    long fixed,
    long search,
    long brief,
    long full,
    long call,
    long arguments,
    long structured,
    long dearest) {

  /** All tasks and what is fixed. */
  long total() {
    return fixed + search + brief + full + call;
  }

  /** One task on average, without what is fixed. */
  double perTask() {
    return tasks == 0 ? 0 : (double) (total() - fixed) / tasks;
  }

  ObjectNode toJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("tasks", tasks)
        .put("found", found)
        .put("fixed", fixed)
        .put("search", search)
        .put("brief", brief)
        .put("full", full)
        .put("call", call)
        .put("arguments", arguments)
        .put("per_task", perTask())
        .put("dearest_task", dearest)
        .put("total", total())
        .put("structured", structured);
  }
}
