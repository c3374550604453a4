package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the partners' page as the API serves them. */
class StaticPagesTest {

    private static final Pattern LOADED = Pattern.compile("(?:src|href)=\"(/(?:desk|shared)/[^\"]+)\"");
    private static final Pattern IMPORTED = Pattern.compile("from \"\\.{1,2}/(?:shared/)?([a-z.]+)\"");

    private final ApiHarness api = new ApiHarness();

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void the_page_may_call_its_own_origin_and_the_token_endpoint_s_and_nothing_else() {
        ApiAnswer page = api.call(api.request("/desk"));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(page.header("Content-Security-Policy"))
                .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                        + " connect-src 'self' http://issuer.example; base-uri 'none'; form-action 'self';"
                        + " frame-ancestors 'none'");
        assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(page.headers()).doesNotContainKey("set-cookie");
        assertThat(page.body())
                .contains("<meta name=\"token-endpoint\" content=\"http://issuer.example")
                .doesNotContain("{{", "style=", "<style", "onclick");
        assertThat(Pattern.compile("<script(?! type=\"module\" src=\"/desk/main.js\"></script>)")
                        .matcher(page.body())
                        .find())
                .isFalse();
    }

    @Test
    void all_that_the_page_loads_is_there_and_writes_no_markup() {
        Set<String> seen = new HashSet<>();
        Deque<String> reading =
                new ArrayDeque<>(LOADED.matcher(api.call(api.request("/desk")).body())
                        .results()
                        .map(found -> found.group(1))
                        .toList());
        while (!reading.isEmpty()) {
            String path = reading.remove();
            if (seen.add(path)) {
                ApiAnswer file = api.call(api.request(path));
                assertThat(file.status()).as(path).isEqualTo(200);
                assertThat(file.header("Content-Security-Policy")).contains("default-src 'none'");
                assertThat(file.body())
                        .as(path)
                        .doesNotContain(
                                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Storage");
                IMPORTED.matcher(file.body())
                        .results()
                        .map(found -> found.group(1))
                        .forEach(name -> reading.add((name.equals("dom.js") ? "/shared/" : "/desk/") + name));
            }
        }
        assertThat(seen).hasSizeGreaterThan(11).contains("/desk/digest.js", "/shared/dom.js");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/desk/sign-in", "/desk/..%2f..%2fv1", "/desk/desk.js", "/desk/%22%3Cscript%3E"})
    void nothing_else_is_there(String path) {
        ApiAnswer page = api.call(api.request(path));
        assertThat(page.status()).isIn(400, 404);
        assertThat(page.body()).doesNotContain("<script");
    }
}
