package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.query.contract.OpenApiDocument.AcceptedValues;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenApiDocumentTest {

    private static final String PROVIDERS = "/components/schemas/SharedCustomer/properties/provider/enum";
    private static final String URL = "/components/schemas/WebhookUrl/pattern";

    private final OpenApiDocument document = new OpenApiDocument(
            URI.create("https://api.example"), URI.create("https://id.example/tokens"), Contract.BY_DEFAULT);
    private final JsonNode tree = document.tree();

    @Test
    void D23_the_document_is_OpenAPI_3_0_0_and_a_parser_reports_nothing() {
        SwaggerParseResult result =
                new OpenAPIV3Parser().readContents(new String(document.yaml(), StandardCharsets.UTF_8));
        assertThat(result.getMessages()).isEmpty();
        assertThat(result.getOpenAPI().getOpenapi()).isEqualTo("3.0.0");
    }

    @Test
    void its_addresses_are_those_of_the_service_even_if_they_resemble_those_in_the_file() {
        assertThat(tree.at("/servers/0/url").asText()).isEqualTo("https://api.example");
        assertThat(tree.at("/paths/~1oauth2~1token/servers/0/url").asText()).isEqualTo("https://id.example/tokens");
        assertThat(tree.at("/components/securitySchemes/oauth2/flows/clientCredentials/tokenUrl")
                        .asText())
                .isEqualTo("https://id.example/tokens/oauth2/token");
        OpenApiDocument swapped = new OpenApiDocument(
                URI.create("http://127.0.0.1:8081"), URI.create("http://127.0.0.1:8080"), Contract.BY_DEFAULT);
        assertThat(swapped.tree().at("/servers/0/url").asText()).isEqualTo("http://127.0.0.1:8081");
        assertThat(swapped.tree().at("/paths/~1oauth2~1token/servers/0/url").asText())
                .isEqualTo("http://127.0.0.1:8080");
    }

    @Test
    void where_the_operator_decides_it_lists_the_values_that_the_service_accepts() {
        URI anywhere = URI.create("https://api.example");
        JsonNode other = new OpenApiDocument(
                        anywhere,
                        anywhere,
                        new AcceptedValues(
                                Set.of("b \"til\"", "acme"), new WebhookAddresses(false, Set.of(443, 10443))))
                .tree();
        assertThat(other.at(PROVIDERS)).extracting(JsonNode::asText).containsExactly("acme", "b \"til\"");
        assertThat(tree.at(PROVIDERS)).extracting(JsonNode::asText).containsExactly("cova", "greenline");
        assertThat("https://a.example:10443/").matches(other.at(URL).asText());
        assertThat("https://a.example:8443/")
                .matches(tree.at(URL).asText())
                .doesNotMatch(other.at(URL).asText());
        JsonNode lenient = new OpenApiDocument(
                        anywhere, anywhere, new AcceptedValues(Set.of("acme"), new WebhookAddresses(true)))
                .tree();
        assertThat("http://127.0.0.1:9000/x")
                .matches(lenient.at(URL).asText())
                .doesNotMatch(tree.at(URL).asText());
    }

    @ParameterizedTest(name = "private {0}, ports {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "false | 443 8443 | https://a.example https://a.example:443 https://a.example:0443/ https://[2606::1]:8443/x",
                "false | 443 8443 | http://a.example:443 https://a.example:80 https://a.example:0/ https://a.example:",
                "false | 8443     | https://a.example https://a.example/x https://a.example:8443 https://a.example:08443/",
                "true  |          | http://a.example https://a.example http://a.example:1 http://a.example:00080/x",
                "true  |          | http://a.example:0 http://a.example:00000 http://a.example:65535 http://a.example:65536",
                "true  |          | http://a.example:99999 https://a.example:100000 http://a.example:60000",
                "true  | 80       | http://a.example https://a.example https://a.example:80 http://a.example:443",
                "true  | 443 9000 | http://a.example https://a.example http://a.example:9000 https://a.example:443/",
            })
    void D18_its_pattern_accepts_the_origins_that_the_service_accepts(boolean allowPrivate, String ports, String urls) {
        WebhookAddresses addresses = new WebhookAddresses(
                allowPrivate,
                ports == null
                        ? Set.of()
                        : Stream.of(ports.split(" ", -1)).map(Integer::valueOf).collect(Collectors.toSet()));
        URI anywhere = URI.create("https://api.example");
        String pattern = new OpenApiDocument(anywhere, anywhere, new AcceptedValues(Set.of("acme"), addresses))
                .tree()
                .at(URL)
                .asText();
        for (String url : urls.split(" ", -1)) {
            assertThat(url.matches(pattern))
                    .as(url)
                    .isEqualTo(addresses.problem(url).isEmpty());
        }
    }

    @Test
    void no_schema_has_the_name_of_a_built_in_type() {
        assertThat(tree.at("/components/schemas").fieldNames())
                .toIterable()
                .doesNotContain(
                        "Error", "Object", "Date", "Map", "Set", "Array", "String", "Number", "Exception", "List");
    }

    @Test
    void the_JSON_equals_the_YAML() throws IOException {
        assertThat(new ObjectMapper().readTree(document.json())).isEqualTo(tree);
    }

    @Test
    void D20_it_lists_every_error_code_that_is_shown_and_no_other() {
        List<String> shown = ErrorCodes.ALL.stream()
                // Its one operation has no errorCode in its errors (D19).
                .filter(code -> !code.equals(ErrorCodes.CUSTOMER_NOT_FOUND))
                .map(ErrorCode::name)
                .toList();
        assertThat(tree.at("/components/schemas/ErrorBody/properties/errorCode/x-extensible-enum"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(shown);
        assertThat(tree.at("/components/schemas/SharedCustomerError/properties").has("errorCode"))
                .isFalse();
    }

    @Test
    void D11_D36_a_variant_has_the_fields_that_are_written_and_names_those_that_only_a_choice_leaves_out() {
        JsonNode variant = tree.at("/components/schemas/Variant");
        Stream<String> added = Stream.of("barcode", "catalogSource", "companyId", "locationId");
        assertThat(variant.path("properties").properties().stream().map(Map.Entry::getKey))
                .as("properties of Variant in openapi.yaml")
                .containsExactlyElementsOf(new TreeSet<>(
                        Stream.concat(added, VariantField.all().stream().map(VariantField::jsonName))
                                .toList()));
        assertThat(variant.path("required"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrder("barcode", "companyId", "locationId");
        String always = VariantField.all().stream()
                .filter(VariantField::required)
                .map(field -> '`' + field.jsonName() + '`')
                .collect(Collectors.joining(", "));
        assertThat(variant.path("description").asText().replaceAll("\\s+", " "))
                .contains("Unless the request chose `fields`, these are always there too: " + always + ".");
    }

    @Test
    void D17_with_another_issuer_there_is_no_token_endpoint_and_a_parser_reports_nothing_either() {
        OpenApiDocument external = document.withoutTokenEndpoint();
        assertThat(external.tree().path("paths").has("/oauth2/token")).isFalse();
        assertThat(external.tree().path("paths").has("/v1/partner")).isTrue();
        assertThat(external.tree().path("security")).hasSize(1);
        assertThat(tree.path("paths").has("/oauth2/token")).isTrue();
        SwaggerParseResult result =
                new OpenAPIV3Parser().readContents(new String(external.yaml(), StandardCharsets.UTF_8));
        assertThat(result.getMessages()).isEmpty();
    }
}
