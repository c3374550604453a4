package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.resolution.VariantField;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OpenApiDocumentTest {

    private final OpenApiDocument document =
            new OpenApiDocument(URI.create("https://api.example"), URI.create("https://id.example/tokens"));
    private final JsonNode tree = document.tree();

    @Test
    void D23_the_document_is_OpenAPI_3_0_0_and_a_parser_finds_nothing_to_say() {
        SwaggerParseResult result =
                new OpenAPIV3Parser().readContents(new String(document.yaml(), StandardCharsets.UTF_8));
        assertThat(result.getMessages()).isEmpty();
        assertThat(result.getOpenAPI().getOpenapi()).isEqualTo("3.0.0");
    }

    @Test
    void its_addresses_are_those_of_the_service_even_where_they_look_like_those_of_the_file() {
        assertThat(tree.at("/servers/0/url").asText()).isEqualTo("https://api.example");
        assertThat(tree.at("/paths/~1oauth2~1token/servers/0/url").asText()).isEqualTo("https://id.example/tokens");
        assertThat(tree.at("/components/securitySchemes/oauth2/flows/clientCredentials/tokenUrl")
                        .asText())
                .isEqualTo("https://id.example/tokens/oauth2/token");
        OpenApiDocument swapped =
                new OpenApiDocument(URI.create("http://127.0.0.1:8081"), URI.create("http://127.0.0.1:8080"));
        assertThat(swapped.tree().at("/servers/0/url").asText()).isEqualTo("http://127.0.0.1:8081");
        assertThat(swapped.tree().at("/paths/~1oauth2~1token/servers/0/url").asText())
                .isEqualTo("http://127.0.0.1:8080");
    }

    @Test
    void the_JSON_says_what_the_YAML_says() throws IOException {
        assertThat(new ObjectMapper().readTree(document.json())).isEqualTo(tree);
    }

    @Test
    void D20_it_names_every_error_code_that_is_shown_and_no_other() {
        List<String> shown = Arrays.stream(ErrorCode.values())
                // Its one operation has no errorCode in its errors (D19).
                .filter(code -> code != ErrorCode.CUSTOMER_NOT_FOUND)
                .map(ErrorCode::name)
                .toList();
        assertThat(tree.at("/components/schemas/Error/properties/errorCode/enum"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(shown);
        assertThat(tree.at("/components/schemas/SharedCustomerError/properties").has("errorCode"))
                .isFalse();
    }

    @Test
    void D11_a_variant_has_the_fields_that_are_written_and_requires_those_that_are_always_there() {
        JsonNode variant = tree.at("/components/schemas/Variant");
        Stream<String> added = Stream.of("barcode", "catalogSource", "companyId", "locationId");
        assertThat(variant.path("properties").properties().stream().map(Map.Entry::getKey))
                .containsExactlyElementsOf(new TreeSet<>(
                        Stream.concat(added, VariantField.all().stream().map(VariantField::jsonName))
                                .toList()));
        Stream<String> alwaysThere = Stream.of("barcode", "companyId", "locationId");
        assertThat(variant.path("required"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                alwaysThere,
                                VariantField.all().stream()
                                        .filter(VariantField::required)
                                        .map(VariantField::jsonName))
                        .toList());
    }

    @Test
    void D17_with_another_issuer_there_is_no_token_endpoint_and_a_parser_finds_nothing_to_say_either() {
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
