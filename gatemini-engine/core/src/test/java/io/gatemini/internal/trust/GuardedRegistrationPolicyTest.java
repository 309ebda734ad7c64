package io.gatemini.internal.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.Prerequisite;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuardedRegistrationPolicyTest {
  private final GuardedRegistrationPolicy policy =
      new GuardedRegistrationPolicy(
          () ->
              GatewaySettings.defaults()
                  .allowedCommands("uvx", "npx -y @scope/pkg", "git log")
                  .allowedHosts("localhost", "intern.example:8443", "[fd00::1]:9000")
                  .allowedSecrets("env:ANY", "env:BOUND@api.example", "env:PORT@api.example:8443"));

  @Values(
      """
      127.0.0.1 | 10.1.2.3 | 172.16.0.1 | 192.168.1.1 | 169.254.169.254 | 100.64.0.1 | 168.63.129.16
      64:ff9b::a83f:8110 | 2002:a83f:8110::1 | 0.0.0.0 | 0.1.2.3 | 10.255.255.255 | 127.255.255.254
      169.254.0.1 | 192.0.0.192 | 192.168.255.255 | 255.0.0.1 | 100::1 | 100:0:0:1::1 | 2001:3::1
      2001:20::1 | 2001:0:7f00:1:: | fe80::1:2 | febf::1 | feff::1 | ff00::1 | fd00:ec2::254
      4000::1 | ::ffff:0:1.1.1.1 | 224.0.0.1 | 255.255.255.255 | 198.18.0.1 | 203.0.113.9 | ::1 | ::
      fe80::1 | fc00::1 | fd12:3456::1 | ff02::1 | 2001:db8::1 | ::ffff:127.0.0.1 | 64:ff9b::7f00:1
      2002:7f00:1:: | 2001::1 | 2001:2::1 | 2001:10::1 | 3fff::1 | fec0::1 | ::7f00:1
      ::ffff:10.0.0.1 | 64:ff9b::a00:1 | 64:ff9b:1::101:101 | 64:ff9b:0:1::101:101 | 2002:a00:1::
      2002:a9fe:a9fe:: | 5f00::1 | 192.88.99.1 | 192.0.0.8 | 240.0.0.1 | 239.255.255.250
      100.127.255.255 | 172.31.255.255 | 192.0.2.1 | 198.19.255.255 | 198.51.100.1 | 224.0.0.0
      2001:1ff::1 | 3fff:fff::1 | fdff::1
      """)
  void knowsAddressesThatAreNotPublic(String address) throws UnknownHostException {
    assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isFalse();
  }

  @Values(
      """
      1.1.1.1 | 1.0.0.0 | 9.255.255.255 | 11.0.0.0 | 126.255.255.255 | 128.0.0.1 | 168.63.129.15
      168.63.129.17 | 168.63.128.16 | 169.253.255.255 | 169.255.0.1 | 192.0.3.1 | 192.169.0.1
      198.51.99.1 | 198.51.101.1 | 203.0.112.1 | 203.0.114.1 | 2001:db7::1 | 2001:db9::1 | 2000::1
      93.184.216.34 | 172.15.255.255 | 172.32.0.1 | 100.63.255.255 | 100.128.0.0 | 192.0.1.1
      192.167.1.1 | 198.17.0.1 | 198.20.0.1 | 223.255.255.255 | 2001:200::1 | 2606:4700::1111
      2002:101:101:: | 3fff:1000::1 | 64:ff9b::101:101
      """)
  void knowsPublicAddresses(String address) throws UnknownHostException {
    assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isTrue();
  }

  /** Java reads such an address as one of IPv4; a resolver may hand it out as it is. */
  @Values("127.0.0.1 | 10.0.0.1 | 169.254.169.254 | 1.1.1.1")
  void mappedAddressesAreNotPublic(String embedded) throws UnknownHostException {
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xff;
    mapped[11] = (byte) 0xff;
    System.arraycopy(InetAddress.getByName(embedded).getAddress(), 0, mapped, 12, 4);
    InetAddress address = Inet6Address.getByAddress(null, mapped, -1);

    assertThat(address).isInstanceOf(Inet6Address.class);
    assertThat(PublicAddresses.isPublic(address)).isFalse();
  }

  @Values(
      """
      https://127.0.0.1/mcp | https://[::1]:8443/mcp | https://169.254.169.254/latest/meta-data
      http://1.1.1.1/mcp | https://2130706433/ | https://user@10.0.0.1/ | https://user:pass@1.1.1.1/
      https://localhost@1.1.1.1/ | https://1.1.1.1@localhost/ | https://0x7f000001/
      https://0x7f.1/ | https://0177.0.0.1/ | https://01.1.1.1/ | https://127.1/ | https://1.1.1/
      https://127.0.0.1./ | https://localhost.localdomain.127/ | https://[::ffff:127.0.0.1]/
      https://[::ffff:a9fe:a9fe]/ | https://[64:ff9b::7f00:1]/ | https://[fe80::1%25eth0]/
      https://[fd00::1]:9001/ | https://[fd00::1]/ | https://\uFF11\uFF12\uFF17.0.0.1/
      https://127%2e0.0.1/ | https://\u24DB\u24DE\u24D2\u24D0lhost/ | https://a b/ | https:1.1.1.1
      https:///mcp | https:// | http://intern.example:8080/mcp | http://intern.example/mcp
      gopher://localhost/ | ftp://1.1.1.1/ | HTTPS://127.0.0.1/ | file:///etc/passwd | not a url
      /mcp
      """)
  void refusesUrlsThatReachIntoTheOperatorsNetwork(String url) {
    assertThat(policy.refusal("x", BackendConfig.streamableHttp(url), Session.local())).isPresent();
  }

  @Test
  void letsPublicHttpsAndNamedHostsThrough() {
    assertThat(
            policy.refusal(
                "x", BackendConfig.streamableHttp("https://1.1.1.1/mcp"), Session.local()))
        .isEmpty();
    assertThat(
            policy.refusal(
                "x", BackendConfig.streamableHttp("http://LOCALHOST:8080/mcp"), Session.local()))
        .isEmpty();
  }

  @Values(
      """
      HTTPS://1.1.1.1:8443/mcp?x=1 | https://[2606:4700::1111]/mcp | http://localhost/
      http://LocalHost.:9/ | https://intern.example:8443/ | http://INTERN.example.:8443/
      http://[fd00::1]:9000/
      """)
  void letsThroughWhatIsPublicOrNamed(String url) {
    assertThat(policy.refusal("x", BackendConfig.streamableHttp(url), Session.local())).isEmpty();
  }

  @Test
  void looksAtEveryAddressWhenItIsConnectedTo() throws UnknownHostException {
    assertThat(mayConnect("rebound.example", "10.0.0.1", 443)).isFalse();
    assertThat(mayConnect("localhost", "10.0.0.1", 443)).isTrue();
    assertThat(mayConnect("INTERN.example.", "10.0.0.1", 8443)).isTrue();
    assertThat(mayConnect("[fd00::1]", "fd00::1", 9000)).isTrue();
    assertThat(mayConnect("fd00::1", "fd00::1", 9000)).isTrue();
    assertThat(mayConnect("notlocalhost", "10.0.0.1", 443)).isFalse();
    assertThat(mayConnect("x.example", "1.1.1.1", 443)).isTrue();
    assertThat(
            policy.mayConnectTo("x.example", InetSocketAddress.createUnresolved("x.example", 443)))
        .isFalse();
  }

  /** Questions asked before a redirect to plain http is followed. */
  @Test
  void onlyNamedHostsMayBeReachedWhateverTheyResolveTo() {
    assertThat(mayConnectUnresolved("LOCALHOST.", 80)).isTrue();
    assertThat(mayConnectUnresolved("intern.example", 8443)).isTrue();
    assertThat(mayConnectUnresolved("[fd00::1]", 9000)).isTrue();
    assertThat(mayConnectUnresolved("intern.example", 80)).isFalse();
    assertThat(mayConnectUnresolved("1.1.1.1", 80)).isFalse();
    assertThat(mayConnectUnresolved("x.example", 80)).isFalse();
  }

  private boolean mayConnectUnresolved(String host, int port) {
    return policy.mayConnectTo(host, InetSocketAddress.createUnresolved(host, port));
  }

  @Test
  void whoNamesAPortMeansNoOther() throws UnknownHostException {
    assertThat(mayConnect("intern.example", "10.0.0.1", 22)).isFalse();
    assertThat(mayConnect("fd00::1", "fd00::1", 9200)).isFalse();
    assertThat(mayConnect("localhost", "127.0.0.1", 22)).isTrue();
  }

  private boolean mayConnect(String host, String address, int port) throws UnknownHostException {
    return policy.mayConnectTo(host, new InetSocketAddress(InetAddress.getByName(address), port));
  }

  @ParameterizedTest
  @CsvSource({
    "uvx,true",
    "uvx anything --at all,true",
    "npx -y @scope/pkg,true",
    "npx -y @scope/pkg --flag,true",
    "npx -y @scope/pkg2,false",
    "npx -y evil,false",
    "npx,false",
    "/usr/bin/uvx,false",
    "UVX,false",
    "'uvx ',true",
    "sh -c uvx,false",
    "'',false"
  })
  void aCommandMustBeginAsTheOperatorWroteIt(String line, boolean allowed) {
    BackendConfig config =
        BackendConfig.of("stdio").command(Pattern.compile(" ").splitAsStream(line).toList());

    assertThat(policy.refusal("x", config, Session.local()).isEmpty()).isEqualTo(allowed);
  }

  @Table(
      """
      {"tools":{"a":{"command":"git log -n {{n}}"}}} | true
      {"tools":{"a":{"command":["git","log"]}},"health_check":"uvx --help"} | true
      {"tools":{"a":{"command":"git log","shell":false}}} | true
      {"tools":{"a":{"command":"git log","shell":true}}} | false
      {"tools":{"a":{"command":"git log","shell":"true"}}} | false
      {"tools":{"a":{"command":"git log","shell":"sh"}}} | false
      {"tools":{"a":{"command":"git log","shell":{}}}} | false
      {"tools":{"a":{"command":"git log"},"b":{"command":"rm {{x}}"}}} | false
      {"tools":{"a":{"command":"git log"}},"health_check":"rm -rf /"} | false
      {"tools":{"a":{"command":"{{program}} log"}}} | false
      {"tools":{"a":{"command":"git {{what}}"}}} | false
      {"tools":{"a":{"command":"'git log'"}}} | false
      {"tools":{"a":{"command":"git\\tlog\\nrm x"}}} | false
      {"tools":{"a":{"command":"git log -n\\nrm x"}}} | false
      {"tools":{"a":{"command":"uvx\\u0000rm"}}} | false
      {"tools":{"a":{}}} | false
      {"tools":{}} | false
      {} | false
      {"tools":{"a":{"command":"git log"}},"adapter_file":"/etc/x"} | false
      """)
  void everyProgramOfCommandLineToolsMustBeNamed(String options, boolean allowed) {
    BackendConfig config = BackendConfig.of("cli-adapter");
    for (var option : RawJson.parse(options).tree().properties()) {
      config = config.option(option.getKey(), option.getValue());
    }

    assertThat(policy.refusal("x", config, Session.local()).isEmpty()).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "API_KEY,true",
    "GITHUB_TOKEN,true",
    "GOOGLE_API_KEY,true",
    "GEMINI_API_KEY,true",
    "NODE_ENV,true",
    "LOG_LEVEL,true",
    "LD_PRELOAD,false",
    "PUPPETEER_EXECUTABLE_PATH,false",
    "PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH,false",
    "CHROME_PATH,false",
    "HGRCPATH,false",
    "RSYNC_RSH,false",
    "SVN_SSH,false",
    "GIO_MODULE_DIR,false",
    "GST_PLUGIN_PATH,false",
    "GDK_PIXBUF_MODULE_FILE,false",
    "MAGICK_CODER_MODULE_PATH,false",
    "VK_ICD_FILENAMES,false",
    "LIBGL_DRIVERS_PATH,false",
    "ODBCINI,false",
    "ld_preload,false",
    "DYLD_INSERT_LIBRARIES,false",
    "NODE_OPTIONS,false",
    "PATH,false",
    "Path,false",
    "PYTHONPATH,false",
    "JAVA_TOOL_OPTIONS,false",
    "_JAVA_OPTIONS,false",
    "BASH_ENV,false",
    "BASH_FUNC_ls%%,false",
    "npm_config_registry,false",
    "UV_INDEX_URL,false",
    "GIT_SSH_COMMAND,false",
    "HOME,false",
    "TS_NODE_COMPILER,false",
    "KUBECONFIG,false",
    "AWS_CONFIG_FILE,false",
    "AWS_ACCESS_KEY_ID,true",
    "HTTPS_PROXY,false",
    "A=B,false",
    "'',false"
  })
  void aVariableMustNotTakeTheProgramOver(String name, boolean allowed) {
    BackendConfig config = BackendConfig.stdio("uvx").env(name, "x");

    assertThat(policy.refusal("x", config, Session.local()).isEmpty()).isEqualTo(allowed);
    BackendConfig tools =
        BackendConfig.of("cli-adapter")
            .option("tools", Map.of("a", Map.of("command", "git log")))
            .env(name, "x");
    assertThat(policy.refusal("x", tools, Session.local()).isEmpty()).isEqualTo(allowed);
  }

  @Test
  void whatWidensItsPowersIsRefused() {
    assertThat(
            policy.refusal(
                "x",
                BackendConfig.stdio("uvx").prerequisite(Prerequisite.command("rm")),
                Session.local()))
        .hasValueSatisfying(why -> assertThat(why).contains("prerequisite"));
    assertThat(
            policy.refusal(
                "x",
                BackendConfig.streamableHttp("https://1.1.1.1/").option("oauth", "x"),
                Session.local()))
        .hasValueSatisfying(why -> assertThat(why).contains("\"oauth\""));
    assertThat(policy.refusal("x", BackendConfig.inProcess(), Session.local())).isPresent();
  }

  @Test
  void aProgramMustNotTakeItsCodeFromADirectoryOfTheAgent() {
    BackendConfig program = BackendConfig.stdio("npx", "-y", "@scope/pkg");
    BackendConfig tools =
        BackendConfig.of("cli-adapter")
            .option("tools", RawJson.parse("{\"a\":{\"command\":\"git log\"}}").tree());

    for (BackendConfig config : List.of(program, tools)) {
      assertThat(policy.refusal("x", config, Session.local())).isEmpty();
      assertThat(policy.refusal("x", config.cwd("/tmp/cloned"), Session.local()))
          .hasValueSatisfying(why -> assertThat(why).contains("cwd may not be set"));
    }
  }

  @Values("Host | hOST | X-Forwarded-Host | Forwarded")
  void aHeaderMustNotLeadToAnotherServer(String header) {
    BackendConfig config = BackendConfig.streamableHttp("https://1.1.1.1/mcp");

    assertThat(policy.refusal("x", config.header("X-Team", "blue"), Session.local())).isEmpty();
    assertThat(policy.refusal("x", config.header(header, "evil.example"), Session.local()))
        .hasValueSatisfying(why -> assertThat(why).contains(header, "another server"));
  }

  @ParameterizedTest
  @CsvSource({
    "env:ANY,https://anywhere.example/,true",
    "env:ANY,,true",
    "env:BOUND,https://api.example/mcp,true",
    "env:BOUND,https://API.example.:9/mcp,true",
    "env:BOUND,https://api.example.evil.example/,false",
    "env:BOUND,https://evil.example/api.example,false",
    "env:BOUND,,false",
    "env:PORT,https://api.example:8443/,true",
    "env:PORT,https://api.example/,false",
    "env:OTHER,https://api.example/,false",
    "env:BOUND@api.example,https://evil.example/,false"
  })
  void aSecretGoesWhereTheOperatorLetsIt(String secret, @Nullable String url, boolean allowed) {
    BackendConfig config =
        url == null ? BackendConfig.stdio("uvx") : BackendConfig.streamableHttp(url);

    assertThat(policy.mayUseSecret(secret, config)).isEqualTo(allowed);
  }

  @Test
  void startsOnlyNamedCommands() {
    assertThat(policy.refusal("x", BackendConfig.stdio("uvx", "server"), Session.local()))
        .isEmpty();
    assertThat(policy.refusal("x", BackendConfig.stdio("rm", "-rf", "/"), Session.local()))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("\"rm\"", "exactly this command line")
                    .doesNotContain("allowed_commands"));
    assertThat(policy.refusal("x", BackendConfig.of("cli-adapter"), Session.local())).isPresent();
  }
}
