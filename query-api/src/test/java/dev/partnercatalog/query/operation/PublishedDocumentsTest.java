package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.http.ErrorCode;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublishedDocumentsTest {

    private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

    private final ApiHarness api = new ApiHarness();

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void D16_D23_everyone_may_read_the_document_with_the_addresses_of_this_service() {
        ApiHarness.Answer yaml = api.call(api.request("/openapi.yaml"));
        assertThat(yaml.status()).isEqualTo(200);
        assertThat(yaml.header("Content-Type")).isEqualTo("application/yaml;charset=utf-8");
        assertThat(yaml.body())
                .startsWith("openapi: 3.0.0")
                .contains(api.address().toString());
        ApiHarness.Answer json = api.call(api.request("/openapi.json"));
        assertThat(json.header("Content-Type")).isEqualTo("application/json");
        assertThat(json.json().at("/servers/0/url").asText())
                .isEqualTo(api.address().toString());
    }

    @Test
    void the_page_for_humans_needs_nothing_from_another_host() {
        ApiHarness.Answer page = api.call(api.request("/docs"));
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(page.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self';")
                .contains("connect-src 'self' " + api.address() + " ")
                .doesNotContain("unsafe-eval", "*");
        List<String> references = REFERENCE
                .matcher(page.body())
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(references).hasSizeGreaterThan(3).allSatisfy(reference -> {
            assertThat(reference).startsWith("/");
            ApiHarness.Answer file = api.call(api.request(reference));
            assertThat(file.status()).as(reference).isEqualTo(200);
            assertThat(file.body()).isNotEmpty();
        });
        assertThat(page.body()).doesNotContain("<script>", "<style>", "onload");
    }

    @Test
    void the_root_leads_to_the_page() {
        ApiHarness.Answer root = api.call(api.request("/"));
        assertThat(root.status()).isEqualTo(302);
        assertThat(root.header("Location")).isEqualTo("/docs");
    }

    @Test
    void no_other_file_can_be_had() {
        for (String path : List.of("/docs/swagger-ui.js", "/docs/../openapi.yaml.bak", "/docs/%2e%2e/x", "/openapi")) {
            api.call(api.request(path)).error(ErrorCode.NOT_FOUND);
        }
    }
}
