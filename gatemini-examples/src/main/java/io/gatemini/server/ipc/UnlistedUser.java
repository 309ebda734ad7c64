package io.gatemini.server.ipc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A user without an entry in the password file, as containers have: Java calls it "?". */
public final class UnlistedUser {
  private UnlistedUser() {}

  /** Gives this process the name by which the system shows the user to others, its number. */
  public static void adopt() {
    if ("?".equals(System.getProperty("user.name"))) {
      try {
        System.setProperty("user.name", Files.getOwner(Path.of("/proc/self")).getName());
      } catch (IOException e) {
        System.err.println("gatemini: the name of this user is not known: " + e.getMessage());
      }
    }
  }
}
