package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallContext;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A backend that a client's agent registered exists in the programs of that client alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
@SuppressWarnings("NullAway.Init") // set by the method that runs first
class OwnedRegistrationsTest {
  private static final Session ANN = Session.of("a-1").withPrincipal("ann");
  private static final Session ANN_AGAIN = Session.of("a-2").withPrincipal("ann");
  private static final Session BOB = Session.of("b-1").withPrincipal("bob");
  private static final Session PIPE = Session.of("client-1");

  @AutoClose private Gateway gateway;

  @BeforeAll
  void annRegisters() {
    gateway =
        TestGateway.ready(
            Gateway.builder()
                .plugin(new TestTransport("scripted"))
                .registrationPolicy(RegistrationPolicy.open())
                .sandbox(sandbox -> sandbox.isolation(InWorkers.isolation()))
                .backend("shared", BackendConfig.of("scripted")));
    gateway.registerAsync("anns_own", BackendConfig.of("scripted").env("K", "v"), ANN).join();
  }

  @Table(
      """
      typescript | return Object.keys(__interfaces).includes('anns_own') | true | false
      typescript | return Object.keys(__backends).includes('anns_own') | true | false
      typescript | return 'anns_own' in globalThis | true | false
      typescript | return typeof anns_own | object | undefined
      typescript | const found = await tools.search('work', 20); \
      return found.some(t => t.name === 'anns_own.work') | true | false
      typescript | const found = await tools.search('anns_own', 20); \
      return found.some(t => t.name.startsWith('anns')) | true | false
      typescript | return tools.info('anns_own.work').then(t => t.name, e => 'none') \
      | anns_own.work | none
      typescript | try { return await anns_own.work({}) } catch (e) { return 'none' } \
      | called work | none
      typescript | try { return await globalThis['anns' + '_own'].work({}) } \
      catch (e) { return 'none' } | called work | none
      typescript | try { return await __backends['anns' + '_own'].work({}) } \
      catch (e) { return 'none' } | called work | none
      lua | return _G['anns' .. '_own'] ~= nil | true | false
      lua | return _gateway.summary_stats():await().servers.total | 2 | 1
      lua | local all = json.encode(_gateway.search({query = 'work', limit = 20}):await()) \
      return all:find('anns_own', 1, true) ~= nil | true | false
      lua | return _gateway.info({tool = 'anns_own.work'}):await().error == nil | true | false
      lua | local ok, made = pcall(function() return anns_own.work({}):await() end) \
      return ok and made or 'none' | called work | none
      lua | local ok, made = pcall(function() return _G['anns' .. '_own'].work({}):await() end) \
      return ok and made or 'none' | called work | none
      """)
  void othersProgramsNeitherSeeNorReachIt(String language, String code, String own, String others) {
    for (Session session : List.of(ANN, ANN_AGAIN)) {
      assertThat(run(language, code, session)).as(session.id()).isEqualTo(own);
    }
    for (Session session : List.of(BOB, PIPE)) {
      assertThat(run(language, code, session)).as(session.id()).isEqualTo(others);
    }
  }

  @Table(
      """
      typescript | return await anns_ow.work({})
      typescript | return await shared.wrok({})
      lua | return anns_ow.work({}):await()
      lua | return shared.wrok({}):await()
      lua | return nothing_like_it.x()
      """)
  void noMessageNamesIt(String language, String code) {
    assertThat(run(language, code, BOB)).doesNotContain("anns_own");
  }

  private String run(String language, String code, Session session) {
    return gateway
        .run(ChainRequest.of(code).withLanguage(language).withContext(CallContext.of(session)))
        .text();
  }
}
