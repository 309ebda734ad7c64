package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.Resource;
import io.gatemini.testing.ServedBackends;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs that read resources and get prompts of backends. */
class BesideToolsTest {
  private final Gateway upstream =
      TestGateway.builder()
          .resource(new Resource("docs://a", "a", "", "First.", "text/plain"), () -> "text of a")
          .prompt(
              new Prompt("greet", "", "Greets.", List.of(new PromptArgument("who", "", "", true))),
              given -> "Hello " + given.get("who"))
          .build();
  private final Gateway gateway =
      Gateway.builder()
          .sandbox(sandbox -> sandbox.isolation(InWorkers.isolation()))
          .plugin(new ServedBackends(Map.of("my-docs", upstream)))
          .backend("my-docs", BackendConfig.of("served"))
          .build();

  @BeforeEach
  void awaitLists() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    await()
        .until(
            () -> gateway.readResourceAsync("docs://a").handle((it, problem) -> it != null).join());
    await()
        .until(
            () ->
                gateway
                    .promptAsync("my-docs/greet", Map.of("who", "x"))
                    .handle((it, problem) -> it != null)
                    .join());
  }

  @AfterEach
  void close() {
    gateway.close();
    upstream.close();
  }

  private ChainResult run(String language, String code) {
    return gateway.run(ChainRequest.of(code).withLanguage(language));
  }

  @Table(
      """
      typescript | const all = await my_docs.$resources.list(); return all.filter(it => it.uri \
      === 'docs://a').map(it => it.name + it.backend) | ["amy-docs"]
      typescript | return (await my_docs.$resources.read('docs://a')).contents[0].text | text of a
      typescript | return (await my_docs.$resources.templates()).length > 0 | true
      typescript | return (await my_docs.$prompts.list()).map(it => \
      it.name).includes('my-docs/greet') | true
      typescript | return (await my_docs.$prompts.get('greet', {who: \
      'Ada'})).messages[0].content.text | Hello Ada
      typescript | try { await my_docs.$resources.read('docs://none') } catch (e) { return \
      e.message.includes('docs://none') } | true
      lua | local r = _gateway.list_resources():await() local n = 0 for _, it in \
      ipairs(r.resources) do if it.uri == 'docs://a' then n = n + 1 end end return {n, \
      r.totalResources == #r.resources} | [1,true]
      lua | return _gateway.read_resource({uri = 'docs://a'}):await().contents[1].text | text of a
      lua | return _gateway.list_resource_templates():await().totalTemplates > 0 | true
      lua | return _gateway.list_prompts():await().totalPrompts > 0 | true
      lua | local p = _gateway.get_prompt({name = 'my-docs/greet', arguments = {who = \
      'Ada'}}):await() return p.name .. ': ' .. p.messages[1].content.text | my-docs/greet: \
      Hello Ada
      lua | return type(_gateway.read_resource({uri = 'docs://none'}):await().error) | string
      lua | return type(_gateway.read_resource({}):await().error) | string
      lua | return _gateway.complete({ref = {type = 'ref/prompt', name = 'my-docs/greet'}, \
      argument = {name = 'who', value = 'A'}}):await().completion.hasMore | false
      """)
  void reachesThem(String language, String code, String value) {
    ChainResult result = run(language, code);

    assertThat(result.isError()).as(result.text()).isFalse();
    assertThat(result.text()).isEqualTo(value);
  }

  @Test
  void countsAsACall() {
    ChainResult plan =
        gateway.run(
            ChainRequest.of("return (await my_docs.$resources.read('docs://a')).contents[0].text")
                .withMode(ChainRequest.Mode.PLAN));

    assertThat(plan.text()).contains("$resources/read");
  }
}
