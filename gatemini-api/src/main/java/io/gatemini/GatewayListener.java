package io.gatemini;

/**
 * Hears of changes of a gateway's backends and tools; each method does nothing by default. Given to
 * {@link GatewayBuilder#listener}, it hears of everything from the first backend on; given to
 * {@link Gateway#addListener}, of what changes from then on.
 *
 * <ul>
 *   <li><b>Order.</b> Changes of one backend arrive in the order in which they happened: it is
 *       added, starts, publishes tools, is healthy; it is stopped, loses its tools, is removed.
 *       In-process tools of a gateway that is built come all at once, after the states of their
 *       backends.
 *   <li><b>Threads.</b> Methods are called on the gateway's executor, for one listener never two at
 *       a time, and with no lock of the gateway held: a listener may use the gateway, block, and
 *       remove itself.
 *   <li><b>Time.</b> A change never waits for a listener, and a slow listener delays no other. At
 *       most 1,000 changes are queued per listener; further ones are dropped until the queue is
 *       empty, and {@link #changesDropped} reports it once.
 *   <li><b>Failures.</b> Exceptions of a listener are logged as a warning; the next change is
 *       delivered.
 *   <li><b>End.</b> Nothing is delivered after the gateway starts to close or the listener is
 *       removed; a call in progress may end after that.
 * </ul>
 */
public interface GatewayListener {
  /** A backend was configured or registered; it has not been started yet. */
  default void backendAdded(String backend) {}

  /** A backend was removed, or could not be registered; it has been stopped before. */
  default void backendRemoved(String backend) {}

  /** A backend has entered another state. */
  default void backendChanged(BackendChange change) {}

  /**
   * Tools of a backend have come, gone or changed. They stay while a backend is down: a restart
   * changes them only where it lists others.
   */
  default void toolsChanged(ToolsChange change) {}

  /**
   * This listener was too slow: changes after the last delivered one were dropped. The current
   * state is in {@link Gateway#backends} and {@link Gateway#catalog}; changes after this call are
   * delivered again.
   */
  default void changesDropped() {}
}
