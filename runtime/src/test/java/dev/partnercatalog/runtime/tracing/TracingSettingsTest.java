package dev.partnercatalog.runtime.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TracingSettingsTest {

    private static final URI COLLECTOR = URI.create("https://collector.example:4318/otlp");

    @Test
    void a_headers_value_is_never_revealed() {
        TracingSettings settings = new TracingSettings(COLLECTOR, 0.5, Map.of("authorization", "Bearer hunter2"));
        assertThat(settings.toString())
                .contains("collector.example", "0.5", "authorization")
                .doesNotContain("hunter2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TracingSettings(COLLECTOR, 0.5, Map.of("authorization", "hunter2\r\nx: y")))
                .withMessageNotContaining("hunter2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TracingSettings(COLLECTOR, 0.5, Map.of("hunter 2", "x")))
                .withMessageNotContaining("hunter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://user:password@collector", "http://collector?key=hunter2", "http://collector#a"})
    void an_address_that_may_contain_a_secret_is_refused(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TracingSettings(URI.create(address), 0.5, Map.of()))
                .withMessageNotContaining("password")
                .withMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
    void a_ratio_is_from_0_to_1(double ratio) {
        assertThatIllegalArgumentException().isThrownBy(() -> new TracingSettings(COLLECTOR, ratio, Map.of()));
    }

    @Test
    void headers_are_limited() {
        Map<String, String> many = IntStream.range(0, 33).boxed().collect(Collectors.toMap(i -> "x-" + i, i -> "y"));
        assertThatIllegalArgumentException().isThrownBy(() -> new TracingSettings(COLLECTOR, 0.5, many));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TracingSettings(COLLECTOR, 0.5, Map.of("x", "y".repeat(10_000))));
    }
}
