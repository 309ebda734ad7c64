package io.gatemini.server.proxy;

import java.util.concurrent.TimeUnit;

/**
 * The silence of a daemon that owes an answer. Only its own counts: not the time in which this
 * process was stopped, nor that in which the client did not read. Thread-safe; one thread looks.
 */
final class Silence {
  private long sinceNanos = System.nanoTime();
  private boolean passing;
  private boolean asked;
  private boolean sending;
  private boolean pinged;

  /** The outcome of a look. */
  enum Next {
    /** Nothing yet. */
    WAIT,
    /** A ping to the daemon; {@link #pinged} follows once it is written. */
    ASK,
    /** The daemon was asked and had its time. */
    DOUBT
  }

  /** The daemon was heard, or nothing was owed: the silence begins anew. */
  synchronized void end() {
    sinceNanos = System.nanoTime();
    asked = false;
    pinged = false;
  }

  /** The reader has bytes for the client, or the client has taken them. */
  synchronized void passing(boolean on) {
    passing = on;
    end();
  }

  /** The ping is written: the daemon has its time from now on. */
  synchronized void pinged() {
    sending = false;
    pinged = asked;
    sinceNanos = System.nanoTime();
  }

  /**
   * Looks, for the thread that watches.
   *
   * @param silence in milliseconds, before the daemon is asked whether it is alive
   * @param answer to that
   */
  synchronized Next look(long silence, long answer) {
    if (passing) {
      end(); // the client does not read, so nothing more is heard
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
    if (asked) {
      return millis > answer ? Next.DOUBT : Next.WAIT;
    }
    if (millis <= silence) {
      return Next.WAIT;
    }
    asked = true;
    sinceNanos = System.nanoTime();
    if (sending) {
      return Next.WAIT; // the one before still waits for the end of a message
    }
    sending = true;
    return Next.ASK;
  }

  /** Whether nothing was heard since the daemon was asked. */
  synchronized boolean lasts() {
    return asked;
  }

  /** Whether that was by a ping that is written. */
  synchronized boolean isPinged() {
    return pinged;
  }
}
