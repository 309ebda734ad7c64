package io.gatemini.search.host;

/**
 * The cost of one task.
 *
 * @param turns the turn of the model in which it can first call what the task needs; 0 where it
 *     never can
 * @param overlooked whether the host's own search did not find the gateway
 * @param bytes the bytes that the task added to the context: definitions, calls and answers
 * @param changedBytes the bytes of the conversation that are behind a change of the request's
 *     tools, so that no cached prefix has them
 */
public record HostCost(int turns, boolean overlooked, long bytes, long changedBytes) {}
