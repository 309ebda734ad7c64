package io.gatemini.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application server that loads, uses and unloads a gateway keeps nothing of it. */
class UnloadingTest {
  private static final Duration LONG = Duration.ofSeconds(100);

  @Test
  @Timeout(240)
  void keepsNothingOfAGatewayThatIsClosed() throws Exception {
    loadUseAndUnload(3);
  }

  @Test
  @Tag("long")
  @Timeout(1_200)
  void keepsNothingOfAHundred() throws Exception {
    System.setProperty(Guest.WITH_PROCESS, "true");
    try {
      loadUseAndUnload(100);
    } finally {
      System.clearProperty(Guest.WITH_PROCESS);
    }
  }

  private static void loadUseAndUnload(int times) throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      loaders.add(useOnce());
    }

    await().atMost(LONG).until(() -> remaining(before).isEmpty());
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              System.gc();
              // The JDK may hold the last object in some place that has room for one.
              assertThat(loaders.stream().filter(loader -> loader.get() != null).count())
                  .as("class loaders that are still there")
                  .isLessThanOrEqualTo(1);
            });
  }

  /**
   * On a thread of its own: JSON's buffers are remembered by the thread that used them, softly. In
   * a frame of its own, so that nothing here holds the loader.
   */
  private static WeakReference<ClassLoader> useOnce() throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      Runnable guest =
          (Runnable) loader.loadClass(Guest.class.getName()).getDeclaredConstructor().newInstance();
      CompletableFuture<Void> ran = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  guest.run();
                  ran.complete(null);
                } catch (RuntimeException | Error e) {
                  ran.completeExceptionally(new AssertionError(e.toString()));
                }
              },
              "guest");
      thread.setContextClassLoader(loader);
      thread.start();
      ran.get(120, TimeUnit.SECONDS);
      thread.join();
      return new WeakReference<>(loader);
    }
  }

  private static URL[] classPath() throws IOException {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<URL> urls = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  /** Threads that came since, but for those of the JDK that come when they are needed first. */
  private static Set<String> remaining(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread))
        .map(Thread::getName)
        .filter(name -> name.startsWith("gatemini") || name.contains("caffeine"))
        .collect(Collectors.toSet());
  }
}
