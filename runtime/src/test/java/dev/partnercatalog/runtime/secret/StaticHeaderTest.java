package dev.partnercatalog.runtime.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.http.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticHeaderTest {

    @Test
    void what_endpoints_usually_require_is_fine() {
        assertThat(StaticHeader.violations(
                        List.of(new StaticHeader("X-Api-Key", "abc def=="), new StaticHeader("X-Tenant", "7"))))
                .isEmpty();
        assertThat(StaticHeader.violations(List.of(new StaticHeader("Authorization", "Basic dTpw"))))
                .isEmpty();
    }

    @Test
    void an_invalid_or_reserved_header_name_is_refused() {
        List<String> names = new ArrayList<>(List.of("", "X Api", "X:Api", "X-Äpi", "X-Api\r\nHost", "X-Api\n"));
        names.addAll(List.of("Host content-type Content-Length Webhook-Signature webhook-anything Connection Keep-Alive"
                        .split(" ")));
        names.addAll(List.of("Proxy-Authorization TE Trailer Transfer-Encoding Upgrade Expect User-Agent".split(" ")));
        names.addAll(List.of("traceparent X-Forwarded-For Accept-Encoding X-Partner-Catalog-Retry-After".split(" ")));
        for (String name : names) {
            assertThat(StaticHeader.violations(List.of(new StaticHeader(name, "value"))))
                    .as(name)
                    .extracting(Violation::field)
                    .containsOnly("headers")
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " s3cret", "s3cret ", "s3cret\r\nX: y", "s3cret\n", "s3cret\u0000", "s3cretü", "s3cret\ttab"
            })
    void an_invalid_header_value_is_refused_and_not_shown(String value) {
        assertThat(StaticHeader.violations(List.of(new StaticHeader("X-Api-Key", value))))
                .hasSize(1)
                .allSatisfy(violation -> assertThat(violation.problem()).doesNotContain("s3cret"));
    }

    @Test
    void names_are_limited_in_number_and_length_and_unique() {
        assertThat(StaticHeader.violations(headers(8))).isEmpty();
        assertThat(StaticHeader.violations(headers(9))).hasSize(1);
        assertThat(StaticHeader.violations(List.of(new StaticHeader("x".repeat(64), "v"))))
                .isEmpty();
        assertThat(StaticHeader.violations(List.of(new StaticHeader("x".repeat(65), "v"))))
                .hasSize(1);
        assertThat(StaticHeader.violations(List.of(new StaticHeader("X-A", "v".repeat(4_096)))))
                .isEmpty();
        assertThat(StaticHeader.violations(List.of(new StaticHeader("X-A", "v".repeat(4_097)))))
                .hasSize(1);
        assertThat(StaticHeader.violations(List.of(new StaticHeader("X-A", "1"), new StaticHeader("x-a", "2"))))
                .hasSize(1);
    }

    private static List<StaticHeader> headers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new StaticHeader("X-" + i, "v"))
                .toList();
    }
}
