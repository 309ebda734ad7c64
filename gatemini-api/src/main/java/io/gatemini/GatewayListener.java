package io.gatemini;

/**
 * Hears of changes of a gateway's backends and tools; each method does nothing by default. Given to
 * {@link GatewayBuilder#listener}, it hears of everything from the first backend on; given to
 * {@link Gateway#addListener}, of what changes from then on.
 *
 * <ul>
 *   <li><b>Order.</b> Changes of one backend are told in the order in which they happened: it is
 *       added, starts, its tools come, it is healthy; it is stopped, its tools go, it is removed.
 *       In-process tools of a gateway that is built come all at once, after the states of their
 *       backends.
 *   <li><b>Threads.</b> Methods are called on the gateway's executor, for one listener never two at
 *       a time, and with no lock of the gateway held: a listener may use the gateway, block, and
 *       remove itself.
 *   <li><b>Time.</b> Whoever makes a change never waits for a listener, and a slow listener delays
 *       no other. Where 1,000 changes wait for one, the next ones are dropped until it has heard
 *       those, and it is told so once, by {@link #changesDropped}.
 *   <li><b>Failures.</b> Whatever a method throws is logged as a warning, and the next change is
 *       told.
 *   <li><b>End.</b> Nothing is told any more once the gateway closes or the listener is removed; a
 *       call under way may end after that.
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
   * This listener was too slow: changes were dropped after the last one it was told of. What is
   * true now is in {@link Gateway#backends} and {@link Gateway#catalog}; whatever changes after
   * this call began is told again.
   */
  default void changesDropped() {}
}
