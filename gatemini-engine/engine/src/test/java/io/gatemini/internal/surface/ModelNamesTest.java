package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ModelNamesTest {
  @Test
  void keepsAKeyReadable() {
    assertThat(ModelNames.of("billing.refund")).isEqualTo("billing__refund");
    assertThat(ModelNames.of("my-files.read_file")).isEqualTo("my-files__read_file");
  }

  @Test
  void tellsKeysApartThatWouldHaveOneName() {
    List<String> keys =
        List.of("a.b__c", "a__b.c", "a.b.c", "a_._b", "a._b", "a_.b", "a.b c", "a.b/c", "a.b_c");

    assertThat(keys.stream().map(ModelNames::of).distinct()).hasSameSizeAs(keys);
  }

  @Test
  void leavesANameToItsToolWhereAnotherIsCalledLikeIt() {
    String name = ModelNames.of("bank.pay/out");

    assertThat(ModelNames.of(name.replace("__", "."))).isNotEqualTo(name);
  }

  @Property
  void isLegalForModels(@ForAll String key) {
    assertThat(ModelNames.of(key)).matches("[A-Za-z0-9_-]{1,64}");
  }

  @Property
  void isOfOneKeyAlone(@ForAll @Size(max = 30) List<String> keys) {
    Map<String, String> byName = new HashMap<>();

    keys.forEach(
        key -> {
          String other = byName.put(ModelNames.of(key), key);
          assertThat(other)
              .satisfiesAnyOf(o -> assertThat(o).isNull(), o -> assertThat(o).isEqualTo(key));
        });
  }

  @Test
  void findsEveryToolByItsName() {
    BackendConfig odd = BackendConfig.inProcess();
    for (String name :
        List.of("a", "b__c", "ü", "with space", "x".repeat(100), "x".repeat(99) + "y")) {
      odd = odd.tool(name, "Odd.", "{}", args -> name);
    }
    try (Gateway gateway =
        TestGateway.ready(TestGateway.builder().backend("odd", odd).backend("odd__b", odd))) {

      CatalogSnapshot catalog = gateway.catalog();

      for (ToolDescriptor tool : catalog.tools()) {
        assertThat(ModelNames.find(catalog, ModelNames.of(tool.key()))).contains(tool);
      }
      assertThat(catalog.tools()).hasSize(12);
      assertThat(ModelNames.find(catalog, "odd.a")).isPresent();
      assertThat(ModelNames.find(catalog, "nothing__here")).isEmpty();
    }
  }
}
