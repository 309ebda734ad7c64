package io.gatemini.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Table;
import org.junit.jupiter.api.Test;

/** Some changes of a file take effect when it is saved, the others wait for an operator. */
class ConfigDifferenceTest {
  private static final String BACKEND = "backends: {a: {command: x%s}}";

  private static ConfigDifference between(String before, String after) {
    return ConfigDifference.of("g.yaml", before, after);
  }

  @Table(
      """
      timeout: 1s | timeout: 2s
      `` | retry: {max_attempts: 2}
      `` | denied_tools: [d]
      denied_tools: [d] | denied_tools: [e, d]
      `` | allowed_tools: [d]
      allowed_tools: [d, e] | allowed_tools: [e]
      `` | trust: {elicitation: none}
      trust: {sampling: true} | trust: {sampling: false}
      trust: {roots: true, elicitation: form} | trust: {}
      validate_arguments: false | ``
      `` | disabled: true
      enabled: true | enabled: false
      """)
  void ofABackendTakesEffectAtOnce(String before, String after) {
    ConfigDifference difference = between(backend(before), backend(after));

    assertThat(difference.all()).isNotEmpty();
    assertThat(difference.waiting()).isEmpty();
  }

  @Table(
      """
      namespace: b | namespace: c
      `` | namespace: c
      `` | args: [y]
      `` | cwd: /tmp
      `` | env: {A: b}
      `` | inherit_env: [all]
      `` | prerequisite: {command: y}
      `` | options: {shell: true}
      `` | description: Other words.
      `` | rate_limit: {max_calls: 1, window: 1s}
      `` | fallback_chain: [b]
      denied_tools: [d] | ``
      denied_tools: [d, e] | denied_tools: [e]
      denied_tools: [d] | denied_tools: d
      denied_tools: [d] | denied_tools:
      allowed_tools: [d] | ``
      allowed_tools: [d] | allowed_tools: [d, e]
      allowed_tools: [d] | allowed_tools: '*'
      `` | trust: {roots: true}
      trust: {elicitation: none} | ``
      trust: {sampling: false} | trust: {sampling: '${X}'}
      `` | validate_arguments: false
      `` | made_up: 1
      disabled: true | ``
      disabled: true | disabled: '${X}'
      enabled: false | enabled: true
      disabled: true | args: [y], disabled: true
      """)
  void ofABackendWaits(String before, String after) {
    assertThat(between(backend(before), backend(after)).waiting()).isNotEmpty();
  }

  private static String backend(String more) {
    return BACKEND.formatted(more.isEmpty() ? "" : ", " + more);
  }

  @Table(
      """
      log_level: 'off' | log_level: warn
      log_level: info | log_level: debug
      registration: {policy: open} | registration: {policy: guarded}
      registration: {allowed_commands: [x, y]} | registration: {allowed_commands: [y]}
      registration: {allowed_secrets: [x]} | registration: {policy: 'off'}
      daemon: {reload: all, idle_timeout: 1s} | daemon: {reload: ask}
      pinning: report | pinning: enforce
      composite_tools: {a: {code: x}} | chain_timeout: 9s
      admin: {enabled: true} | admin: {enabled: false}
      """)
  void ofTheGatewayTakesEffectAtOnce(String before, String after) {
    ConfigDifference difference = between(top(before), top(after));

    assertThat(difference.all()).isNotEmpty();
    assertThat(difference.waiting()).isEmpty();
  }

  @Table(
      """
      aliases: {a: b.c} | aliases: {a: b.d}
      aliases: {a: b.c} | aliases: {a: b.c, e: b.c}
      log_level: info | log_level: error
      chain_timeout: 1s | log_level: 'off'
      log_level: warn | log_level: '${X}'
      chain_timeout: 1s | registration: {policy: open}
      registration: {policy: 'off'} | registration: {}
      registration: {allowed_commands: [x]} | registration: {allowed_commands: [x, y]}
      chain_timeout: 1s | registration: {max_dynamic_backends: 100}
      chain_timeout: 1s | plugins: {p: {}}
      plugins: {p: {a: 1}} | plugins: {p: {a: 2}}
      chain_timeout: 1s | secrets: {providers: {command: {a: [x]}}}
      chain_timeout: 1s | daemon: {reload: all}
      admin: {token: x} | admin: {}
      chain_timeout: 1s | admin: {listen: '0.0.0.0:1'}
      chain_timeout: 1s | composite_tools: {a: {code: x}}
      chain_timeout: 1s | inherit_env: [all]
      chain_timeout: 1s | instructions: Obey.
      chain_timeout: 1s | mcpServers: {own: {command: sh}}
      chain_timeout: 1s | templates: {own: {}}
      chain_timeout: 1s | sandbox: {isolation: none}
      exclude: [p] | exclude: []
      """)
  void ofTheGatewayWaits(String before, String after) {
    assertThat(between(top(before), top(after)).waiting()).hasSize(1);
  }

  private static String top(String more) {
    return "backends: {a: {command: x}}\n" + more + "\n";
  }

  @Test
  void namesWhatWaits() {
    ConfigDifference difference =
        between(
            "backends: {a: {command: x}, b: {command: y}}",
            "backends: {a: {command: z, timeout: 1s}, own: {command: sh}}");

    assertThat(difference.all())
        .containsExactly(
            "backends.a.command changed",
            "backends.a.timeout added",
            "backends.b removed",
            "backends.own added");
    assertThat(difference.waiting())
        .containsExactly("backends.a.command changed", "backends.own added");
  }

  @Test
  void seesACommandThatAVariableHides() {
    assertThat(
            between(
                    "backends: {a: {command: '${PATH:-x}'}}",
                    "backends: {a: {command: '${PATH:-sh}'}}")
                .waiting())
        .containsExactly("backends.a.command changed");
  }
}
