package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.UpdatePartner;
import dev.partnercatalog.records.Violation;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangePartnerTest {

    private static final String PATH = "/v1/partner";

    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void partner() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11", "12"));
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void D18_a_change_returns_the_resulting_configuration_and_its_ETag() {
        ObjectNode body = got();
        body.put("partnerName", "New");
        ApiHarness.Answer answer = api.put(PATH, body.toString());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json()).isEqualTo(body);
        assertThat(answer.header("ETag")).isEqualTo(api.get(PATH).header("ETag"));
        assertThat(answer.header("Idempotent-Replayed")).isNull();
        assertThat(api.get(PATH).json().path("partnerName").asText()).isEqualTo("New");
    }

    @Test
    void D18_what_GET_returned_can_be_sent_back_whatever_the_operator_published() {
        Partner odd = new Partner(
                "p1",
                "",
                true,
                new WebhookSetting(true, "http://10.0.0.1/hook"),
                List.of(InMemoryConfigurations.company("1", "11", "11"), InMemoryConfigurations.company("1")));
        api.configurations.partners.put(
                "p1", PartnerConfig.newBuilder().setRevision(5).setPartner(odd).build());
        assertThat(api.putAsGot(PATH, got().toString()).status()).isEqualTo(200);
        assertThat(((UpdatePartner) api.commands.last().getChange()).getPartner())
                .isEqualTo(odd);
    }

    @Test
    void D20_unknown_fields_are_ignored() {
        ObjectNode body = got();
        body.put("more", 1);
        ((ObjectNode) body.path("webhook")).put("secret", "x");
        assertThat(api.put(PATH, body.toString()).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/partnerId | partnerId | a string",
                "/partnerName | partnerName | a string",
                "/enabled | enabled | true or false",
                "/webhook | webhook | an object",
                "/webhook/enabled | webhook.enabled | true or false",
                "/webhook/url | webhook.url | a string",
                "/allowedCompanies | allowedCompanies | an array of objects",
                "/allowedCompanies/0 | allowedCompanies[0] | an object",
                "/allowedCompanies/0/id | allowedCompanies[0].id | a string",
                "/allowedCompanies/0/name | allowedCompanies[0].name | a string",
                "/allowedCompanies/0/provider | allowedCompanies[0].provider | a string",
                "/allowedCompanies/0/providerId | allowedCompanies[0].providerId | a string",
                "/allowedCompanies/0/allowedFields | allowedCompanies[0].allowedFields | an object",
                "/allowedCompanies/0/allowedFields/badges | allowedCompanies[0].allowedFields.badges | true or false",
                "/allowedCompanies/0/allowedFields/cannabinoidOverrides | allowedCompanies[0].allowedFields.cannabinoidOverrides | true or false",
                "/allowedCompanies/0/allowedFields/displayNameOverrides | allowedCompanies[0].allowedFields.displayNameOverrides | true or false",
                "/allowedCompanies/0/allowedFields/labels | allowedCompanies[0].allowedFields.labels | true or false",
                "/allowedCompanies/0/locations | allowedCompanies[0].locations | an array of objects",
                "/allowedCompanies/0/locations/1 | allowedCompanies[0].locations[1] | an object",
                "/allowedCompanies/0/locations/1/id | allowedCompanies[0].locations[1].id | a string",
                "/allowedCompanies/0/locations/1/name | allowedCompanies[0].locations[1].name | a string",
                "/allowedCompanies/0/locations/1/providerId | allowedCompanies[0].locations[1].providerId | a string"
            })
    void D20_each_field_is_required_and_never_converted(String pointer, String field, String expected) {
        for (String wrong : new String[] {"null", "7", "[7]", ""}) {
            ObjectNode body = got();
            set(body, pointer, wrong);
            JsonNode error = api.put(PATH, body.toString()).error(ErrorCode.INVALID_REQUEST);
            boolean removedElement = wrong.isEmpty() && field.endsWith("]");
            String at = wrong.equals("[7]") && field.equals("allowedCompanies") ? "allowedCompanies[0]" : field;
            String locations = "allowedCompanies[0].locations";
            String first = wrong.equals("[7]") && field.equals(locations) ? locations + "[0]" : at;
            assertThat(error.at("/body/violations/0/field").asText()).isEqualTo(removedElement ? field : first);
            assertThat(error.at("/body/violations/0/problem").asText())
                    .startsWith("expected " + (first.equals(field) ? expected : "an object"));
        }
        assertThat(api.commands.received).isEmpty();
    }

    /** Sets a value, replaces a removed element by one that isn't an object, or removes a field. */
    private static void set(ObjectNode body, String pointer, String value) {
        int slash = pointer.lastIndexOf('/');
        JsonNode parent = body.at(pointer.substring(0, slash));
        String name = pointer.substring(slash + 1);
        if (parent instanceof ObjectNode object) {
            if (value.isEmpty()) {
                object.remove(name);
            } else {
                object.set(name, tree(value));
            }
        } else {
            ((com.fasterxml.jackson.databind.node.ArrayNode) parent)
                    .set(Integer.parseInt(name), tree(value.isEmpty() ? "\"x\"" : value));
        }
    }

    @Test
    void duplicates_and_an_invalid_name_are_refused() {
        ObjectNode body = got();
        body.put("partnerName", " ");
        body.withArray("allowedCompanies").add(body.at("/allowedCompanies/0").deepCopy());
        ((ObjectNode) body.at("/allowedCompanies/0"))
                .withArray("locations")
                .add(body.at("/allowedCompanies/0/locations/0"));
        JsonNode error = api.put(PATH, body.toString()).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations"))
                .extracting(violation -> violation.path("field").asText())
                .containsExactly("partnerName", "allowedCompanies[1].id", "allowedCompanies[0].locations[2].id");
    }

    @Test
    void a_name_has_up_to_256_characters_each_counted_once() {
        ObjectNode body = got();
        body.put("partnerName", "\ud83c\udf3f".repeat(256));
        assertThat(api.put(PATH, body.toString()).status()).isEqualTo(200);
        body.put("partnerName", "\ud83c\udf3f".repeat(257));
        JsonNode error = api.put(PATH, body.toString()).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/problem").asText()).endsWith("got 257");
    }

    @Test
    void half_a_surrogate_pair_is_refused_rather_than_changed() {
        ObjectNode body = got();
        String text = body.toString().replace("\"Partner p1\"", "\"\\ud800\"");
        JsonNode error = api.put(PATH, text).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("partnerName");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://hooks.example/x",
                "https://user:secret@hooks.example/",
                "https://127.0.0.1/",
                "https://10.1.2.3/",
                "https://169.254.169.254/latest/meta-data",
                "https://[::1]/",
                "https://[::ffff:10.0.0.1]/",
                "https://2130706433/",
                "https://localhost/",
                "https://inside.example/",
                "https://inside_too.example/",
                "https://mixed.example/",
                "ftp://hooks.example/",
                "nonsense"
            })
    void D18_a_webhook_that_may_not_be_sent_to_is_400_by_literal_and_by_name(String url) {
        api.names.addresses.put("inside.example", "10.0.0.7");
        api.names.addresses.put("inside_too.example", "10.0.0.7");
        api.names.addresses.put("mixed.example", "93.184.215.14 fd00::1");
        JsonNode error = api.put(PATH, withWebhook(true, url)).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("webhook.url");
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void D18_a_port_that_is_not_allowed_is_400_and_reported_with_those_that_are() {
        JsonNode error =
                api.put(PATH, withWebhook(true, "https://hooks.example:6379/")).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("webhook.url");
        assertThat(error.toString()).contains("port 6379", "443, 8443");
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void D18_a_webhook_URL_may_only_be_empty_if_the_webhook_is_disabled() {
        api.put(PATH, withWebhook(true, "")).error(ErrorCode.INVALID_REQUEST);
        assertThat(api.put(PATH, withWebhook(false, "")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://hooks.example:8443/x?y", "https://unknown.example/", "https://93.184.215.14/"})
    void D18_a_webhook_on_the_public_internet_is_accepted_and_so_is_a_name_that_does_not_resolve_yet(String url) {
        api.names.addresses.put("hooks.example", "93.184.215.14");
        assertThat(api.put(PATH, withWebhook(true, url)).status()).isEqualTo(200);
    }

    @Test
    void a_name_whose_lookup_hangs_holds_up_nothing_for_long() {
        assertThat(api.put(PATH, withWebhook(true, "https://" + InMemoryNames.HANGING + "/"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void D18_an_unchanged_URL_is_checked_again_only_when_the_webhook_is_enabled() {
        api.names.addresses.put("hooks.example", "93.184.215.14");
        String off = withWebhook(false, "https://hooks.example/");
        assertThat(api.put(PATH, off).status()).isEqualTo(200);
        api.names.addresses.put("hooks.example", "10.0.0.7");
        assertThat(api.put(PATH, off).status()).isEqualTo(200);
        api.put(PATH, withWebhook(true, "https://hooks.example/")).error(ErrorCode.INVALID_REQUEST);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"4\" | 4",
                "\"4\", \"17\" | 4,17",
                "\"4\",,\"17\" | 4,17",
                "W/\"4\" | ''",
                "W/\"4\",\"5\" | 5",
                "\"x,y\" | ''",
                "\"04\" | ''",
                "\"\" | ''"
            })
    void D18_If_Match_names_revisions_and_a_weak_or_foreign_tag_matches_none(String header, String revisions) {
        api.put(PATH, got().toString(), "If-Match", header);
        assertThat(api.commands.last().getIfMatch())
                .isEqualTo(
                        revisions.isEmpty()
                                ? List.of()
                                : List.of(revisions.split(",", -1)).stream()
                                        .map(Long::valueOf)
                                        .toList());
    }

    @Test
    void D18_without_If_Match_or_with_any_there_is_no_condition() {
        api.put(PATH, got().toString());
        assertThat(api.commands.last().getIfMatch()).isNull();
        api.put(PATH, got().toString(), "If-Match", "*");
        assertThat(api.commands.last().getIfMatch()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "\"4", "\"4\" \"5\"", "\"4\"x", "w/\"4\"", "*, \"4\"", "", ","})
    void D20_a_malformed_If_Match_is_400(String header) {
        JsonNode error = api.put(PATH, got().toString(), "If-Match", header).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("If-Match");
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void D18_a_change_that_the_partner_may_not_make_is_403_listing_each_field() {
        Violation[] violations = {
            new Violation("enabled", "only the operator can enable a partner"),
            new Violation("allowedCompanies[0].name", "can't be changed"),
            new Violation("allowedCompanies[0].locations[0].id", "is not yours"),
            new Violation("partnerId", "can't be changed")
        };
        api.commands.refuse(RefusalCode.CHANGE_NOT_ALLOWED, violations);
        JsonNode error = api.put(PATH, got().toString()).error(ErrorCode.CHANGE_NOT_ALLOWED);
        for (Violation violation : violations) {
            assertThat(error.path("message").asText()).contains(violation.getField() + ": " + violation.getProblem());
        }
        assertThat(error.at("/body/violations"))
                .extracting(violation -> violation.path("field").asText())
                .containsExactly(
                        "enabled", "allowedCompanies[0].name", "allowedCompanies[0].locations[0].id", "partnerId");
    }

    @ParameterizedTest
    @CsvSource({
        "PRECONDITION_FAILED, PRECONDITION_FAILED",
        "NOT_FOUND, NOT_FOUND",
        "IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_REUSED",
        "PARTNER_DISABLED, PARTNER_DISABLED",
        "UNKNOWN, INTERNAL"
    })
    void D18_D20_each_refusal_has_its_error(RefusalCode refusal, ErrorCode code) {
        api.commands.refuse(refusal);
        api.put(PATH, got().toString(), "Idempotency-Key", "k").error(code);
    }

    @Test
    void D18_an_idempotency_key_is_sent_along_with_a_fingerprint_of_the_request() {
        api.put(PATH, got().toString(), "Idempotency-Key", "a key of mine");
        PartnerCommand first = api.commands.last();
        assertThat(first.getIdempotencyKey()).isEqualTo("a key of mine");
        api.put(PATH, got().toString(), "Idempotency-Key", "a key of mine");
        assertThat(api.commands.last().getRequestHash()).isEqualTo(first.getRequestHash());
        assertThat(api.commands.last().getCommandId()).isNotEqualTo(first.getCommandId());
        api.put(PATH, got() + " ", "Idempotency-Key", "a key of mine");
        assertThat(api.commands.last().getRequestHash()).isNotEqualTo(first.getRequestHash());
    }

    @Test
    void a_replayed_response_says_so_and_so_does_a_refusal() {
        String body = got().toString();
        api.commands.replayed = true;
        assertThat(api.put(PATH, body, "Idempotency-Key", "k").header("Idempotent-Replayed"))
                .isEqualTo("true");
        api.commands.refuse(RefusalCode.PRECONDITION_FAILED);
        assertThat(api.put(PATH, body, "Idempotency-Key", "k").header("Idempotent-Replayed"))
                .isEqualTo("true");
    }

    @Test
    void D20_a_malformed_idempotency_key_is_400() {
        for (String key : List.of("", "x".repeat(129), "a\tb")) {
            JsonNode error =
                    api.put(PATH, got().toString(), "Idempotency-Key", key).error(ErrorCode.INVALID_REQUEST);
            assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("Idempotency-Key");
        }
        api.put(PATH, got().toString(), "Idempotency-Key", "a", "Idempotency-Key", "b")
                .error(ErrorCode.INVALID_REQUEST);
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void D16_a_disabled_partner_may_change_its_configuration() {
        api.configurations.put("p1", false, InMemoryConfigurations.company("1"));
        assertThat(api.put(PATH, got().toString()).status()).isEqualTo(200);
    }

    @Test
    void D20_a_change_that_is_not_confirmed_is_503() {
        api.commands.available = false;
        ApiHarness.Answer answer = api.put(PATH, got().toString());
        answer.error(ErrorCode.CATALOG_UNAVAILABLE);
        assertThat(answer.header("Retry-After")).isNotBlank();
    }

    @Test
    void D18_a_test_machine_may_accept_plain_http_and_private_addresses() {
        try (ApiHarness test = new ApiHarness(new dev.partnercatalog.runtime.address.WebhookAddresses(true))) {
            test.configurations.put("p1", true);
            ObjectNode body = (ObjectNode) test.get(PATH).json();
            body.putObject("webhook").put("enabled", true).put("url", "http://127.0.0.1:9/x");
            assertThat(test.put(PATH, body.toString()).status()).isEqualTo(200);
        }
    }

    private ObjectNode got() {
        return (ObjectNode) api.get(PATH).json();
    }

    private String withWebhook(boolean enabled, String url) {
        ObjectNode body = got();
        body.putObject("webhook").put("enabled", enabled).put("url", url);
        return body.toString();
    }

    private static JsonNode tree(String json) {
        try {
            return Objects.requireNonNull(new ObjectMapper().readTree(json));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
