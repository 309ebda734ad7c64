package io.gatemini.sandbox.internal.v8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.caoccao.javet.enums.JSRuntimeType;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.loader.JavetLibLoader;
import io.gatemini.config.SandboxConfig;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class V8LibraryTest {
  @Test
  void unpacksIntoTheFirstDirectoryThatTakesIt(@TempDir Path directory) throws IOException {
    URL packed = Files.writeString(directory.resolve("lib.so"), "native").toUri().toURL();
    Path file = Files.createFile(directory.resolve("file"));
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path own = directory.resolve("own");

    assertThat(V8Library.unpacked(packed, List.of(file, open, own, directory))).isEqualTo(own);

    assertThat(own.resolve("lib.so")).hasContent("native");
    assertThatThrownBy(() -> V8Library.unpacked(packed, List.of(file, open)))
        .hasMessageContainingAll("cannot be unpacked into " + file, "nor " + open, "make room");
  }

  @Test
  void findsItUnderTheNameThatItsLoaderLooksFor() throws JavetException {
    assertThat(V8Library.name())
        .isEqualTo(new JavetLibLoader(JSRuntimeType.V8).getResourceFileName());
  }

  @Test
  void compilesOnlyWhereItIsAskedFor() {
    SandboxConfig sandbox = SandboxConfig.defaults();

    assertThat(V8Library.flags(sandbox)).contains("--jitless");
    assertThat(V8Library.flags(sandbox.jit(true)))
        .doesNotContain("--jitless")
        .contains("--no-expose-wasm");
  }
}
