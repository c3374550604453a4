package dev.partnercatalog.standalone.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryCollectorTest {

    @ParameterizedTest
    @CsvSource({
        "JAVA_TOOL_OPTIONS, -XX:+UseG1GC, true",
        "JDK_JAVA_OPTIONS, -Xmx1g -XX:+UseZGC -Xlog:gc, true",
        "JAVA_TOOL_OPTIONS, -XX:+UseGCOverheadLimit, false",
        "CATALOG_JAVA_OPTIONS, -XX:+UseZGC, false"
    })
    void a_collector_in_a_variable_that_reaches_the_registry_is_noticed(String name, String value, boolean noticed) {
        assertThat(EmbeddedRegistry.namesCollector(Map.of(name, value))).isEqualTo(noticed);
    }
}
