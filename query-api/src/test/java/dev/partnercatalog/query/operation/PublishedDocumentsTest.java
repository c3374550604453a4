package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.contract.Contract;
import dev.partnercatalog.query.contract.PublishedDocuments;
import dev.partnercatalog.query.page.Guides;
import dev.partnercatalog.runtime.http.ErrorBody;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.schemas.registry.ReleasedSchemas;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import okhttp3.Request;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PublishedDocumentsTest {

    private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

    private static final Pattern ELSEWHERE = Pattern.compile("\\$ref: ([a-z][^#\\s]*)");

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @Test
    void D16_D23_everyone_may_read_the_document_with_the_addresses_of_this_service() {
        ApiAnswer yaml = api.call(api.request("/openapi.yaml"));
        assertThat(yaml.status()).isEqualTo(200);
        assertThat(yaml.header("Content-Type")).isEqualTo("application/yaml;charset=utf-8");
        assertThat(yaml.body())
                .startsWith("openapi: 3.0.0")
                .contains(api.address().toString());
        ApiAnswer json = api.call(api.request("/openapi.json"));
        assertThat(json.header("Content-Type")).isEqualTo("application/json");
        assertThat(json.json().at("/servers/0/url").asText())
                .isEqualTo(api.address().toString());
    }

    @Test
    void every_operation_in_the_document_exists_and_supports_no_other_method() {
        JsonNode paths = api.call(api.request("/openapi.json")).json().path("paths");
        List<String> missing = new ArrayList<>();
        paths.properties().forEach(path -> {
            if (!path.getValue().has("servers")) {
                String concrete = path.getKey().replace("{companyId}", "1").replace("{locationId}", "1");
                ApiAnswer answer = api.call(api.request(concrete).method("OPTIONS", null));
                List<String> allowed = answer.status() == 204
                        ? List.of(Objects.requireNonNull(answer.header("Allow")).split(", "))
                        : List.of();
                List<String> documented = new ArrayList<>();
                path.getValue().fieldNames().forEachRemaining(name -> documented.add(name.toUpperCase(Locale.ROOT)));
                if (documented.contains("GET")) {
                    documented.add("HEAD");
                }
                documented.add("OPTIONS");
                if (!allowed.containsAll(documented) || !documented.containsAll(allowed)) {
                    missing.add(path.getKey() + " allows " + allowed);
                }
            }
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void the_document_of_topics_and_webhooks_exists_with_everything_it_refers_to() {
        ApiAnswer yaml = api.call(api.request("/asyncapi.yaml"));
        assertThat(yaml.status()).isEqualTo(200);
        assertThat(yaml.header("Content-Type")).isEqualTo("application/yaml;charset=utf-8");
        assertThat(yaml.body())
                .startsWith("asyncapi: 3.1.0")
                .contains(api.address() + "/docs")
                .doesNotContain("127.0.0.1:8080");
        List<String> references = ELSEWHERE
                .matcher(yaml.body())
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
        assertThat(references).hasSize(10).allSatisfy(reference -> {
            ApiAnswer file = api.call(api.request("/" + reference));
            assertThat(file.status()).as(reference).isEqualTo(200);
        });
        for (CatalogTopic topic : CatalogTopic.values()) {
            ApiAnswer schema = api.call(api.request("/schemas/" + topic.baseName() + ".avsc"));
            if (topic.isInput()) {
                List<Schema> released = ReleasedSchemas.of(topic);
                assertThat(new Schema.Parser().parse(schema.body())).isEqualTo(released.get(released.size() - 1));
            } else {
                schema.error(ErrorCode.NOT_FOUND);
            }
        }
    }

    @Test
    void D23_staging_publishes_a_Postman_collection() {
        ApiAnswer answer = api.call(api.request("/v1/postman"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.json().at("/info/schema").asText())
                .isEqualTo("https://schema.getpostman.com/json/collection/v2.1.0/collection.json");
    }

    @Test
    void D23_production_has_no_Postman_collection() {
        PublishedDocuments production =
                new PublishedDocuments(api.address(), api.address(), true, false, Contract.BY_DEFAULT);
        Routes routes = new Routes();
        production.addTo(routes);
        try (HttpServer server = HttpServer.bind("127.0.0.1", 0)) {
            server.serve(
                    HttpLimits.DEFAULT,
                    Map.of("Access-Control-Allow-Origin", "*"),
                    new ErrorBody().withHelpAt(Guides.errors(server.address())),
                    routes);
            api.call(new Request.Builder().url(server.address() + "/v1/postman"))
                    .error(ErrorCode.NOT_FOUND);
            assertThat(api.call(new Request.Builder().url(server.address() + "/openapi.json"))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void the_API_reference_needs_nothing_from_another_host() {
        ApiAnswer page = api.call(api.request("/docs/reference"));
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(page.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self';")
                .contains("connect-src 'self' " + api.address() + " ")
                .doesNotContain("unsafe-eval", "*");
        List<String> references = REFERENCE
                .matcher(page.body())
                .results()
                .map(found -> found.group(1))
                .filter(reference -> !reference.startsWith("#"))
                .toList();
        assertThat(references).hasSizeGreaterThan(3).allSatisfy(reference -> {
            assertThat(reference).startsWith("/");
            ApiAnswer file = api.call(api.request(reference));
            assertThat(file.status()).as(reference).isEqualTo(200);
            assertThat(file.body()).isNotEmpty();
        });
        assertThat(page.body()).doesNotContain("<script>", "<style>", "onload");
    }
}
