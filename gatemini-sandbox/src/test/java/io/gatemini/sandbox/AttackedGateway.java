package io.gatemini.sandbox;

import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Engine;
import io.gatemini.spi.ScriptEngine.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * A process that runs programs that mean harm on V8 beside itself, as a host with isolation {@code
 * in_process} does, until one ends it.
 */
final class AttackedGateway {
  private static final Duration LONGEST = Duration.ofSeconds(3);

  private AttackedGateway() {}

  /**
   * Runs all attacks after some; prints the number of each before it, and how it ended.
   *
   * @param args the number of the first
   */
  public static void main(String[] args) {
    List<Attack> attacks = Attack.all();
    SandboxConfig config =
        SandboxConfig.defaults()
            .isolation(SandboxConfig.Isolation.IN_PROCESS)
            .engine(Engine.V8)
            .workerHeapBytes(64 << 20)
            .maxZombies(1_000);
    try (EngineFixture fixture = new EngineFixture(config)) {
      for (int i = Integer.parseInt(args[0]); i < attacks.size(); i++) {
        Attack attack = attacks.get(i);
        System.out.println("begin " + i);
        Duration timeout = attack.timeout().compareTo(LONGEST) > 0 ? LONGEST : attack.timeout();
        Outcome outcome =
            fixture.run(attack.code(), AttackTableTest.host(), Attack.limits(timeout));
        Outcome next = fixture.run("[1, 2].map(n => n + 1)");
        System.out.println("end " + outcome.status() + " next " + next.value());
      }
    }
    System.out.println(ChildJvm.DONE);
    Runtime.getRuntime().halt(0);
  }
}
