package io.gatemini.sandbox.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import io.gatemini.sandbox.internal.lua.LuaFactory;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WorkerClassPathTest {
  @Test
  void hasTheTranspiler() {
    assertThat(WorkerClassPath.find(new GraalJsFactory()))
        .contains("sucrase-")
        .doesNotContain("junit");
  }

  @Test
  void hasTheMachineOfLuaForLuaAlone() throws URISyntaxException {
    String machine =
        Path.of(Interpreter.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();

    assertThat(WorkerClassPath.find(new LuaFactory())).contains(machine);
    assertThat(WorkerClassPath.find(new GraalJsFactory())).doesNotContain(machine);
  }
}
