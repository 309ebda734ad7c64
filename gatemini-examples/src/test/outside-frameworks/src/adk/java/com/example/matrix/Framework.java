package com.example.matrix;

import com.google.adk.agents.LlmAgent;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.gatemini.Gateway;
import io.gatemini.adk.GatewayToolset;

/** Google ADK: a model calls a tool of the gateway and says what it answered. */
final class Framework {
  private Framework() {}

  static void use(Gateway gateway) {
    LlmAgent agent =
        LlmAgent.builder()
            .name("assistant")
            .model(new ScriptedModel())
            .tools(GatewayToolset.foundTools(gateway))
            .build();
    InMemoryRunner runner = new InMemoryRunner(agent);
    Session session = runner.sessionService().createSession(runner.appName(), "ann").blockingGet();

    Event last =
        runner
            .runAsync("ann", session.id(), Content.fromParts(Part.fromText("Refund invoice A-17.")))
            .blockingLast();

    Main.expect(last.stringifyContent(), "refunded A-17", "ADK");
  }
}
