package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.nio.charset.StandardCharsets;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D34: a patch")
class PatchPartnerTest {

    @AutoClose
    private final ChangingPartner partner = new ChangingPartner();
    private final ApiHarness api = partner.api;

    @Test
    void changes_the_name_and_parts_of_the_webhook_and_returns_the_configuration() {
        ObjectNode expected = partner.configuration();
        expected.put("partnerName", "New")
                .putObject("webhook")
                .put("enabled", false)
                .put("url", "https://xn--bcher-kva.example/");
        ApiAnswer answer = patch("{\"partnerName\": \"New\", \"webhook\": {\"url\": \"https://bücher.example/\"}}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json()).isEqualTo(expected);
        assertThat(answer.header("ETag")).isEqualTo(partner.get().header("ETag"));
        assertThat(patch("{\"webhook\": {\"enabled\": true}}")
                        .json()
                        .at("/webhook/enabled")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void that_is_empty_changes_nothing() {
        JsonNode before = partner.configuration();
        assertThat(patch("{}").json()).isEqualTo(before);
        assertThat(patch("{\"webhook\": {}}").json()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'allowedCompanies': []}          | allowedCompanies",
                "{'partnerId': 'p1'}               | partnerId",
                "{'more': 1}                       | more",
                "{'webhook': {'secret': 'x'}}      | webhook.secret",
                "{'partnerName': null}             | partnerName",
                "{'enabled': null}                 | enabled",
                "{'webhook': null}                 | webhook",
                "{'webhook': {'url': null}}        | webhook.url",
                "{'webhook': {'enabled': null}}    | webhook.enabled",
                "{'webhook': 'https://a.example'}  | webhook",
                "{'enabled': 'true'}               | enabled",
                "{'partnerName': ' '}              | partnerName",
                "{'webhook': {'enabled': true}}    | webhook.url",
                "{'webhook': {'url': 'http://x'}}  | webhook.url",
            })
    void of_anything_else_is_400_and_changes_nothing(String body, String field) {
        JsonNode error = patch(body.replace('\'', '"')).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations"))
                .extracting(violation -> violation.path("field").asText())
                .containsExactly(field);
        assertThat(api.commands.made).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json-patch+json", "text/plain"})
    void of_another_type_is_415_which_names_the_right_one(String type) {
        ApiAnswer answer = patch("{}", type);
        answer.error(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
        assertThat(answer.header("Accept-Patch")).isEqualTo("application/merge-patch+json");
    }

    @Test
    void carries_the_condition_and_reports_a_refusal_as_PUT_does() {
        String type = "application/merge-patch+json";
        patch("{\"enabled\": false}", type, "If-Match", "\"4\"").error(ErrorCode.PRECONDITION_FAILED);
        String tag = String.valueOf(partner.get().header("ETag"));
        assertThat(patch("{\"enabled\": false}", type, "If-Match", tag).status())
                .isEqualTo(200);
        JsonNode error = patch("{\"enabled\": true}").error(ErrorCodes.CHANGE_NOT_ALLOWED);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("enabled");
    }

    @Test
    void D16_of_a_disabled_partner_is_made() {
        api.configurations.put("p1", false);
        assertThat(patch("{\"partnerName\": \"x\"}").status()).isEqualTo(200);
    }

    private ApiAnswer patch(String body) {
        return patch(body, "application/merge-patch+json");
    }

    private ApiAnswer patch(String body, String type, String... headers) {
        return api.call(api.request(ChangingPartner.PATH)
                .headers(Headers.of(headers))
                .header("Authorization", ApiHarness.bearer())
                .patch(RequestBody.create(body.getBytes(StandardCharsets.UTF_8), MediaType.get(type))));
    }
}
