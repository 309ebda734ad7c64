package io.gatemini.server.cli;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.spi.SignIn;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs a person in to a backend, and out again. */
@Command(
    name = "auth",
    description =
        "Sign in to a remote server: gatemini auth BACKEND; gatemini auth list; gatemini auth"
            + " logout BACKEND.")
final class AuthCommand extends GatewayCommand {
  private static final String LIST = "list";
  private static final String LOGOUT = "logout";

  /** Stands before the address, and is looked for where the browser is. */
  private static final String OPEN = "Open this page to sign in: ";

  @Parameters(arity = "1..2", paramLabel = "BACKEND", description = "The backend's name.")
  List<String> words = List.of();

  @Option(names = "--no-browser", description = "Print the address and open nothing.")
  boolean noBrowser;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (parent.served.isEmpty() && !noBrowser) {
      // The daemon may run the command; the browser is where its user is.
      spec.commandLine().setOut(new PrintWriter(new BrowsingWriter(out()), true));
    }
    return super.call();
  }

  @Override
  Question question() {
    boolean hasVerb = words.get(0).equals(LOGOUT);
    if (words.size() != (hasVerb ? 2 : 1)) {
      throw refused(hasVerb ? "logout needs the name of a backend" : "auth takes one backend");
    }
    String last = words.get(words.size() - 1);
    return hasVerb
        ? gateway -> logout(gateway, last)
        : last.equals(LIST) ? this::list : gateway -> signIn(gateway, last);
  }

  private int list(Gateway gateway) throws InterruptedException {
    AwaitedBackends.await(gateway, backend -> true, err());
    boolean any = false;
    for (BackendStatus backend : gateway.backends()) {
      boolean needs = backend.state() == BackendState.NEEDS_SIGN_IN;
      if (needs || backend.signedIn().isPresent()) {
        any = true;
        out()
            .println(
                backend.name()
                    + ": "
                    + (needs
                        ? "needs a sign-in; " + OperatorCommand.of("auth " + backend.name())
                        : backend.signedIn().get()));
      }
    }
    if (!any) {
      out().println("no backend asks for a sign-in, and nobody is signed in");
    }
    return 0;
  }

  private int logout(Gateway gateway, String backend) {
    boolean had = gateway.signOut(backend);
    out().println(had ? "signed out of " + backend : "nobody was signed in to " + backend);
    return 0;
  }

  private int signIn(Gateway gateway, String backend) throws InterruptedException {
    AwaitedBackends.await(gateway, it -> it.name().equals(backend), err());
    SignIn signIn = gateway.signIn(backend);
    out().println(OPEN + signIn.address());
    out().flush();
    err().println("gatemini: waits for the sign-in, ten minutes at most");
    err().flush();
    Futures.await(signIn.outcome());
    BackendStatus status =
        gateway.backends().stream()
            .filter(it -> it.name().equals(backend))
            .findFirst()
            .orElseThrow();
    int tools = status.toolCount();
    out().println("signed in to " + backend + ": " + tools + (tools == 1 ? " tool" : " tools"));
    return 0;
  }

  /** Opens the address that is printed. */
  private static final class BrowsingWriter extends Writer {
    private final PrintWriter out;
    private final StringBuilder line = new StringBuilder();

    BrowsingWriter(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void write(char[] text, int offset, int length) {
      for (int i = offset; i < offset + length; i++) {
        if (text[i] != '\n') {
          line.append(text[i]);
          continue;
        }
        String whole = line.toString().strip();
        line.setLength(0);
        if (whole.startsWith(OPEN)) {
          open(whole.substring(OPEN.length()));
        }
      }
      out.write(text, offset, length);
    }

    private static void open(String address) {
      String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
      List<String> command =
          system.contains("win")
              ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
              : List.of(system.contains("mac") ? "open" : "xdg-open", address);
      try {
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
      } catch (IOException e) {
        // A machine without a browser: the address is printed for another one.
      }
    }

    @Override
    public void flush() {
      out.flush();
    }

    @Override
    public void close() {
      out.flush();
    }
  }
}
