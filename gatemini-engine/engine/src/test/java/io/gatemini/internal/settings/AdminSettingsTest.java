package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings.Admin;
import io.gatemini.testing.Table;
import org.junit.jupiter.api.Test;

class AdminSettingsTest {
  @Test
  void areOffUnlessEnabled() {
    assertThat(ReadConfig.of("admin: {listen: '127.0.0.1:1'}").settings().admin()).isEmpty();
  }

  @Test
  void letThisMachineAskWhereNothingElseIsSaid() {
    Admin admin = ReadConfig.of("admin: {enabled: true}").settings().admin().orElseThrow();

    assertThat(admin.listen()).isEqualTo("127.0.0.1:19999");
    assertThat(admin.allowedCidrs()).containsExactly("127.0.0.1/32", "::1/128");
    assertThat(admin.token()).isEmpty();
  }

  @Test
  void takeTheTokenFromAVariableAndDoNotShowIt() {
    Admin admin =
        ReadConfig.of("admin: {enabled: true, listen: '[::1]:0', token: '${NONE:-Tok3n}'}")
            .settings()
            .admin()
            .orElseThrow();

    assertThat(admin.token()).hasValue("Tok3n");
    assertThat(admin).hasToString("Admin[[::1]:0]");
  }

  @Table(
      """
      allowed_cidrs: [127.0.0.1/32; 10.0.0.0/33] | admin.allowed_cidrs: | "10.0.0.0/33" is none
      allowed_cidrs: [localhost] | admin.allowed_cidrs: | "localhost" is none
      listen: '19999' | admin.listen: | must be host:port
      listen: 'localhost:70000' | admin.listen: | must be host:port
      token: '' | admin.token: | the text is blank
      token: 'secretref:TOKEN' | admin.token: | the secret reference is incomplete
      """)
  void nameTheKeyThatIsWrong(String written, String key, String why) {
    assertThrown(
            ConfigException.class,
            () -> ReadConfig.of("admin: {" + written.replace(';', ',') + "}"))
        .hasMessageContaining(key)
        .hasMessageContaining(why);
  }
}
