package io.gatemini.sandbox;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** All attacks, those that cannot be stopped among them, in worker processes. */
@Tag("long")
@ExtendWith(InWorkers.class)
class AttackTableInWorkersTest extends AttackTableTest {
  /** V8 goes on for minutes with what GraalJS refuses at once; its deadline is what ends it. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  @Override
  Duration timeout(Attack attack) {
    return attack.timeout().compareTo(LONGEST) > 0 ? LONGEST : attack.timeout();
  }
}
