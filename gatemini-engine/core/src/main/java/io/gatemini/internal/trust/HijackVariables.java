package io.gatemini.internal.trust;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Variables of the environment that make a program run other code than its own: libraries to load,
 * options of run times, where programs and packages are looked for. A list of what is known, not of
 * all there may be. Stateless.
 */
public final class HijackVariables {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final List<String> PREFIXES =
      words(
          """
          LD_ DYLD_ PYTHON NODE_ NPM_ YARN_ PNPM_ BUN_ DENO_ PIP_ UV_ PIPX_ GIT_ SSH_ RUBY GEM_
          BUNDLE_ PERL LUA_ PHP CARGO_ RUSTC RUSTUP_ JAVA_ JDK_ MAVEN_ GRADLE_ DOTNET_ CORECLR_
          COR_ DOCKER_ BASH XDG_ ELECTRON_ MALLOC_ GCONV_ GLIBC_ OPENSSL_ SSL_ CURL_ CONDA_
          COREPACK_ VOLTA_ TS_NODE_ TSX_ ESBUILD_ POETRY_ PIPENV_ JULIA_ R_ TCL GUILE_ ERL_
          ELIXIR_ GTK_ QT_ AWS_CONFIG AWS_SHARED_ KUBE HELM_ TF_ ANSIBLE_ PUPPETEER_ PLAYWRIGHT_
          CHROME_ CHROMIUM_ HGRCPATH HGEDITOR HGMERGE RSYNC_ GIO_ GST_ MAGICK_ VK_ LIBGL_ OPENCL_
          OCL_ SVN_ CVS_RSH GDK_PIXBUF_ VTE_ NIX_ KRB5_ SASL_ ODBC""");

  private static final Set<String> NAMES =
      Set.copyOf(
          words(
              """
              PATH PATHEXT HOME USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA COMSPEC SYSTEMROOT WINDIR
              TMP TEMP TMPDIR SHELL SHELLOPTS ENV IFS PS1 PS4 CDPATH PROMPT_COMMAND EDITOR VISUAL
              PAGER BROWSER LESSOPEN LESSCLOSE MANPAGER CLASSPATH _JAVA_OPTIONS IBM_JAVA_OPTIONS
              OPENJ9_JAVA_OPTIONS JVM_OPTS WGETRC INPUTRC VIMINIT EXINIT PSQLRC PGSERVICEFILE
              PGPASSFILE TERMINFO GPG_AGENT_INFO GNUPGHOME HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY
              NO_PROXY REQUESTS_CA_BUNDLE LOCPATH NLSPATH HOSTALIASES RESOLV_HOST_CONF PSMODULEPATH
              ZDOTDIR FPATH VIRTUAL_ENV GOFLAGS GOPATH GOROOT GOPROXY GOENV GONOSUMDB GOSUMDB
              GOINSECURE GOPRIVATE GOTOOLCHAIN"""));

  private HijackVariables() {}

  private static List<String> words(String text) {
    return List.of(text.split("\\s+"));
  }

  /** Whether a variable may not be set; also one that is no name at all. */
  public static boolean contains(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    if (upper.equals("NODE_ENV")) {
      return false; // the one of its family that everybody sets and that chooses no code
    }
    return !NAME.matcher(name).matches()
        || NAMES.contains(upper)
        || PREFIXES.stream().anyMatch(upper::startsWith);
  }
}
