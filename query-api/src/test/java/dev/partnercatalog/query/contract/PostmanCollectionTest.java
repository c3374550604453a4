package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PostmanCollectionTest {

    private static final URI API = URI.create("https://api.example");
    private static final URI ISSUER = URI.create("https://id.example");
    private static final Pattern VARIABLE = Pattern.compile("\\{\\{([A-Za-z]+)}}");

    private static final Pattern QUERY = Pattern.compile("\\?since=\\{\\{changes}}$");

    private final OpenApiDocument document = new OpenApiDocument(API, ISSUER, Contract.BY_DEFAULT);
    private final JsonNode collection = collection();

    @Test
    void D23_it_has_each_operation_of_the_document_once() {
        List<String> documented = new ArrayList<>();
        document.tree()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                    if (!method.equals("servers")) {
                        String server = path.getValue().has("servers") ? "{{authUrl}}" : "{{baseUrl}}";
                        documented.add(method.toUpperCase(Locale.ROOT) + " " + server
                                + path.getKey().replace("{", "{{").replace("}", "}}"));
                    }
                }));
        assertThat(requests())
                .extracting(item -> item.at("/request/method").asText() + " "
                        + QUERY.matcher(item.at("/request/url/raw").asText()).replaceFirst(""))
                .containsExactlyInAnyOrderElementsOf(documented);
    }

    @Test
    void D23_the_token_request_comes_first_and_stores_the_token_that_the_others_send() {
        JsonNode first = requests().get(0);
        assertThat(first.at("/request/url/raw").asText()).isEqualTo("{{authUrl}}/oauth2/token");
        assertThat(first.at("/request/auth/type").asText()).isEqualTo("noauth");
        assertThat(first.at("/request/body/urlencoded"))
                .extracting(field -> field.path("key").asText())
                .containsExactly("client_id", "client_secret", "grant_type", "scope");
        assertThat(first.at("/event/0/script/exec").toString()).contains("set('accessToken'");
        assertThat(collection.at("/auth/bearer/0/value").asText()).isEqualTo("{{accessToken}}");
    }

    @Test
    void open_operations_are_called_without_a_token_and_all_others_with_one() {
        for (JsonNode item : requests()) {
            String url = item.at("/request/url/raw").asText();
            boolean secured = url.startsWith("{{baseUrl}}/v1/partner") || url.contains("{{companyId}}");
            assertThat(item.path("request").has("auth")).as(url).isEqualTo(!secured);
        }
    }

    @Test
    void every_request_is_tested_and_every_variable_is_declared() {
        List<String> declared = new ArrayList<>();
        collection
                .path("variable")
                .forEach(variable -> declared.add(variable.path("key").asText()));
        for (JsonNode item : requests()) {
            assertThat(item.path("event").toString())
                    .as(item.path("name").asText())
                    .contains("pm.test('status is ");
            assertThat(VARIABLE.matcher(item.toString()).results().map(found -> found.group(1)))
                    .allMatch(declared::contains);
        }
        assertThat(collection.at("/variable/0/value").asText()).isEqualTo(API.toString());
        assertThat(collection.at("/variable/1/value").asText()).isEqualTo(ISSUER.toString());
    }

    @Test
    void an_operation_with_a_body_has_one() {
        for (JsonNode item : requests()) {
            JsonNode request = item.path("request");
            if (request.path("body").path("mode").asText().equals("raw")) {
                assertThat(request.at("/body/raw").asText()).isNotBlank();
                assertThat(request.path("header").toString()).containsPattern("application/(merge-patch.)?json");
            }
        }
    }

    @Test
    void a_change_sends_the_tag_stored_by_the_previous_request() {
        assertThat(requestOf("PUT", "/v1/partner").at("/request/header").toString())
                .contains("{{etag}}");
    }

    private JsonNode requestOf(String method, String path) {
        return requests().stream()
                .filter(item -> item.at("/request/method").asText().equals(method)
                        && item.at("/request/url/raw").asText().equals("{{baseUrl}}" + path))
                .findFirst()
                .orElseThrow();
    }

    private List<JsonNode> requests() {
        List<JsonNode> requests = new ArrayList<>();
        collection.path("item").forEach(folder -> folder.path("item").forEach(requests::add));
        return requests;
    }

    private JsonNode collection() {
        try {
            return new ObjectMapper().readTree(PostmanCollection.of(document, API, ISSUER));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
