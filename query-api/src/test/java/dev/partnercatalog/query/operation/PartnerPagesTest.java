package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import okhttp3.Request;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guides and the page for partners as the API serves them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartnerPagesTest {

    private static final Path FOLDER = Path.of("..", "docs", "partners");
    private static final Pattern REFERENCE = Pattern.compile("(?:src|href|action)=\"([^\"]+)\"");
    private static final Pattern ANCHOR = Pattern.compile(" id=\"([^\"]+)\"");

    private static final Pattern LOADED = Pattern.compile("(?:src|href)=\"(/(?:desk|shared)/[^\"]+)\"");
    private static final Pattern IMPORTED = Pattern.compile("from \"\\.{1,2}/(?:shared/)?([a-z.]+)\"");

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    private static List<String> addresses() throws IOException {
        List<String> addresses = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(FOLDER)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                addresses.add(name.equals("README.md") ? "/docs" : "/docs/" + name.replaceAll("\\.md$", ""));
            }
        }
        return addresses;
    }

    private static Set<String> found(Pattern pattern, String page) {
        return pattern.matcher(page)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void D16_everyone_may_read_every_guide() throws IOException {
        assertThat(addresses()).hasSizeGreaterThan(14).allSatisfy(address -> {
            ApiAnswer page = api.call(api.request(address));
            assertThat(page.status()).as(address).isEqualTo(200);
            assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
            assertThat(page.header("Cache-Control")).isEqualTo("public, max-age=3600");
            assertThat(page.header("Content-Security-Policy"))
                    .startsWith("default-src 'none';")
                    .doesNotContain("script-src", "unsafe", "*");
            assertThat(page.body()).contains("<h1 id=").doesNotContain("<script", "style=", "{{");
            ApiAnswer head = api.call(api.request(address).head());
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.body()).isEmpty();
        });
    }

    @Test
    void every_link_of_every_page_leads_to_a_page_and_an_anchor_that_exist() throws IOException {
        Map<String, ApiAnswer> pages = new LinkedHashMap<>();
        Set<String> broken = new LinkedHashSet<>();
        List<String> reading = new ArrayList<>(addresses());
        reading.add("/docs/reference");
        int checked = 0;
        for (String address : reading) {
            for (String link : found(REFERENCE, page(pages, address).body())) {
                URI target = URI.create(address).resolve(link);
                if (!target.isAbsolute()) {
                    checked++;
                    ApiAnswer page = page(pages, target.getRawPath());
                    boolean exists = page.status() == 200
                            && (target.getFragment() == null
                                    || found(ANCHOR, page.body()).contains(target.getFragment()));
                    if (!exists) {
                        broken.add(address + " -> " + link);
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(checked).isGreaterThan(400);
    }

    private ApiAnswer page(Map<String, ApiAnswer> pages, String address) {
        return pages.computeIfAbsent(address, unread -> api.call(api.request(unread)));
    }

    @Test
    void from_each_page_the_navigation_leads_to_every_other_and_shows_where_it_is() throws IOException {
        List<String> all = new ArrayList<>(addresses());
        all.add("/docs/reference");
        for (String address : all) {
            String body = api.call(api.request(address)).body();
            String navigation = body.substring(body.indexOf("<nav"), body.indexOf("</nav>"));
            assertThat(found(REFERENCE, navigation)).as(address).containsAll(all);
            assertThat(navigation).containsOnlyOnce("aria-current=\"page\"");
        }
    }

    @Test
    void a_guide_has_the_addresses_of_the_service_that_publishes_it() {
        assertThat(api.call(api.request("/docs/start")).body())
                .contains("API=" + api.address() + "\n")
                .doesNotContain("127.0.0.1:8080", "127.0.0.1:8081");
    }

    @Test
    void each_error_code_has_its_anchor() {
        Set<String> anchors =
                found(ANCHOR, api.call(api.request("/docs/errors")).body());
        assertThat(anchors)
                .containsAll(ErrorCodes.ALL.stream()
                        .map(code -> code.name().toLowerCase(Locale.ROOT))
                        .toList());
    }

    @Test
    void D20_an_error_leads_to_its_section_in_the_guide() {
        ApiAnswer answer = api.call(api.request("/v1/partner"));
        answer.error(ErrorCode.UNAUTHENTICATED);
        assertThat(answer.header("Link"))
                .isEqualTo("<" + api.address() + "/docs/errors#unauthenticated>; rel=\"help\"; type=\"text/html\"");
        assertThat(answer.header("Access-Control-Expose-Headers")).contains("Link");
    }

    @Test
    void D19_so_does_an_error_without_a_code() {
        api.configurations.put("p1", true);
        ApiAnswer answer =
                api.post("/v1/partner/enabled-shared-customer", "{\"provider\": \"cova\", \"providerId\": \"nobody\"}");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Link")).contains("/docs/errors#customer_not_found>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/README",
                "/docs/README.md",
                "/docs/start.md",
                "/docs/nothing",
                "/desk/nothing",
                "/docs/%3Cscript%3E"
            })
    void an_address_without_a_page_says_so_on_a_page(String path) {
        ApiAnswer page = api.call(api.request(path));
        assertThat(page.status()).isEqualTo(404);
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none';");
        assertThat(page.body()).contains("<h1>Not found</h1>").doesNotContain("{{");
    }

    @Test
    void the_first_page_is_the_index() {
        Request.Builder root = api.request("/");
        assertThat(api.call(root).header("Location")).isEqualTo("/docs");
        assertThat(api.call(api.request("/docs")).body()).contains("<h1 id=\"guides-for-partners\">");
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
