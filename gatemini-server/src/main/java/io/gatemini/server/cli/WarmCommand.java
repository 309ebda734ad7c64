package io.gatemini.server.cli;

import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import io.gatemini.sandbox.internal.lua.LuaFactory;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.v8.V8Factory;
import io.gatemini.sandbox.internal.worker.ClassArchives;
import io.gatemini.sandbox.internal.worker.JavaWorkers;
import io.gatemini.server.archive.ClassArchive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes the class archives now. */
@Command(
    name = "warm",
    description =
        "Make the class archives that halve each start of the server, its proxy and its workers."
            + " Without this command they are made once nothing was asked for a minute.")
final class WarmCommand extends Subcommand implements Callable<Integer> {
  @Option(
      names = "--shared",
      description =
          "Make those of server and proxy beside the jars, for all users of this installation, as"
              + " images want them; those of workers are made by each user.")
  private boolean shared;

  private boolean any;

  @Override
  public Integer call() throws InterruptedException {
    boolean whole = shared || workers();
    Optional<ClassArchive> own =
        shared ? Optional.of(ClassArchive.shared()) : ClassArchive.missing();
    if (own.isPresent()) {
      try {
        own.get().make(this::print);
      } catch (IOException e) {
        whole = failed(own.get().directory(), e);
      }
    } else if (!ClassArchive.isUsed()) {
      err()
          .println(
              "gatemini: no place for the class archive of the server is known; start bin/gatemini,"
                  + " with HOME or XDG_CACHE_HOME set and without -Dgatemini.archive=");
      whole = false;
    }
    if (whole && !any) {
      out().println("nothing to do: the class archives are made");
    }
    return whole ? 0 : CommandLineMain.FAILED;
  }

  private boolean workers() throws InterruptedException {
    EngineFactory javaScript = V8Factory.isThere() ? new V8Factory() : new GraalJsFactory();
    boolean whole = true;
    for (EngineFactory engines : List.of(javaScript, new LuaFactory())) {
      try {
        long began = System.nanoTime();
        Optional<Path> made = JavaWorkers.makeArchive(engines);
        if (made.isPresent()) {
          print(ClassArchive.line(made.get(), began));
        }
      } catch (IOException e) {
        whole = failed(ClassArchives.directory(), e);
      }
    }
    return whole;
  }

  private void print(String line) {
    any = true;
    out().println(line);
    out().flush();
  }

  /** Says why, and what to do. */
  private boolean failed(Path directory, IOException reason) {
    err()
        .printf(
            "gatemini: no class archive can be made in %s: %s; it must belong to this user alone"
                + " and have 100 MB: free space, or name another cache in XDG_CACHE_HOME%n",
            directory, CommandLineMain.sentence(reason));
    return false;
  }
}
