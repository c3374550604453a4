package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a partner may change of its configuration, on which condition, and how a change ends. */
class ChangePartnerTest {

    @AutoClose
    private final ChangingPartner partner = new ChangingPartner();

    private final ApiHarness api = partner.api;

    @Test
    void D18_a_partner_may_change_its_name_webhook_and_flags_and_give_up_companies_and_locations() {
        api.configurations.put(
                "p1", true, InMemoryConfigurations.company("1", "11"), InMemoryConfigurations.company("2", "21", "22"));
        ObjectNode body = partner.configuration();
        body.put("partnerName", "New").put("enabled", false);
        body.putObject("webhook").put("enabled", true).put("url", "https://unknown.example/");
        body.withArray("allowedCompanies").remove(0);
        ((ArrayNode) body.at("/allowedCompanies/0/locations")).remove(1);
        ((ObjectNode) body.at("/allowedCompanies/0/allowedFields")).put("badges", false);
        ApiAnswer answer = partner.put(body.toString());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json()).isEqualTo(body);
        assertThat(answer.header("ETag")).isEqualTo(partner.get().header("ETag"));
        assertThat(partner.get().json().path("partnerName").asText()).isEqualTo("New");
    }

    @Test
    void D18_what_GET_returned_can_be_sent_back_whatever_the_operator_published() {
        Partner odd = new Partner(
                "p1",
                "",
                true,
                new WebhookSetting(true, "http://10.0.0.1/hook"),
                List.of(InMemoryConfigurations.company("1", "11"), InMemoryConfigurations.company("2")));
        api.configurations.partners.put(
                "p1", PartnerConfig.newBuilder().setRevision(5).setPartner(odd).build());
        assertThat(api.putAsGot(ChangingPartner.PATH, partner.configuration().toString())
                        .status())
                .isEqualTo(200);
        assertThat(api.commands.last().getPartner()).isEqualTo(odd);
    }

    @Test
    void D20_unknown_fields_are_ignored() {
        ObjectNode body = partner.configuration();
        body.put("more", 1);
        ((ObjectNode) body.path("webhook")).put("secret", "x");
        assertThat(partner.put(body.toString()).status()).isEqualTo(200);
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
            ObjectNode body = partner.configuration();
            set(body, pointer, wrong);
            JsonNode error = partner.put(body.toString()).error(ErrorCode.INVALID_REQUEST);
            boolean removedElement = wrong.isEmpty() && field.endsWith("]");
            String at = wrong.equals("[7]") && field.equals("allowedCompanies") ? "allowedCompanies[0]" : field;
            String locations = "allowedCompanies[0].locations";
            String first = wrong.equals("[7]") && field.equals(locations) ? locations + "[0]" : at;
            assertThat(error.at("/body/violations/0/field").asText()).isEqualTo(removedElement ? field : first);
            assertThat(error.at("/body/violations/0/problem").asText())
                    .startsWith("expected " + (first.equals(field) ? expected : "an object"));
        }
        assertThat(api.commands.made).isEmpty();
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
            ((ArrayNode) parent).set(Integer.parseInt(name), tree(value.isEmpty() ? "\"x\"" : value));
        }
    }

    @Test
    void duplicates_and_an_invalid_name_are_refused() {
        ObjectNode body = partner.configuration();
        body.put("partnerName", " ");
        body.withArray("allowedCompanies").add(body.at("/allowedCompanies/0").deepCopy());
        ((ObjectNode) body.at("/allowedCompanies/0"))
                .withArray("locations")
                .add(body.at("/allowedCompanies/0/locations/0"));
        JsonNode error = partner.put(body.toString()).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations"))
                .extracting(violation -> violation.path("field").asText())
                .containsExactly("partnerName", "allowedCompanies[1].id", "allowedCompanies[0].locations[2].id");
    }

    @Test
    void a_name_has_up_to_256_characters_each_counted_once() {
        ObjectNode body = partner.configuration();
        body.put("partnerName", "\ud83c\udf3f".repeat(256));
        assertThat(partner.put(body.toString()).status()).isEqualTo(200);
        body.put("partnerName", "\ud83c\udf3f".repeat(257));
        JsonNode error = partner.put(body.toString()).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/problem").asText()).endsWith("got 257");
    }

    @Test
    void half_a_surrogate_pair_is_refused_rather_than_changed() {
        ObjectNode body = partner.configuration();
        String text = body.toString().replace("\"Partner p1\"", "\"\\ud800\"");
        JsonNode error = partner.put(text).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("partnerName");
    }

    @Test
    void D18_a_change_that_the_partner_may_not_make_is_403_listing_each_field() {
        api.configurations.put("p1", false, InMemoryConfigurations.company("1", "11", "12"));
        ObjectNode body = partner.configuration();
        body.put("enabled", true).put("partnerId", "p2").put("partnerName", "not taken either");
        ((ObjectNode) body.at("/allowedCompanies/0")).put("name", "other");
        ((ObjectNode) body.at("/allowedCompanies/0/locations/0")).put("id", "99");
        JsonNode error = partner.put(body.toString()).error(ErrorCodes.CHANGE_NOT_ALLOWED);
        assertThat(error.path("message").asText())
                .contains(
                        "enabled: only the operator can enable a partner",
                        "allowedCompanies[0].name: is \"Company 1\" and can't be changed by the partner");
        assertThat(error.at("/body/violations"))
                .extracting(violation -> violation.path("field").asText())
                .containsExactly(
                        "partnerId", "enabled", "allowedCompanies[0].name", "allowedCompanies[0].locations[0].id");
        assertThat(api.commands.made).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/partnerId",
                "/allowedCompanies/0/id",
                "/allowedCompanies/0/name",
                "/allowedCompanies/0/provider",
                "/allowedCompanies/0/providerId",
                "/allowedCompanies/0/locations/0/id",
                "/allowedCompanies/0/locations/0/name",
                "/allowedCompanies/0/locations/0/providerId"
            })
    void D18_each_field_that_only_the_operator_may_change_is_named(String pointer) {
        // The value is also the id of another company's location.
        api.configurations.put(
                "p1", true, InMemoryConfigurations.company("1", "11"), InMemoryConfigurations.company("2", "21"));
        ObjectNode body = partner.configuration();
        set(body, pointer, "\"21\"");
        JsonNode error = partner.put(body.toString()).error(ErrorCodes.CHANGE_NOT_ALLOWED);
        assertThat(error.at("/body/violations"))
                .extracting(violation -> violation.path("field").asText())
                .containsExactly(pointer.substring(1).replace("/0/", "[0]."));
    }

    @Test
    void D20_a_partner_without_a_configuration_is_404() {
        String body = partner.configuration().toString();
        api.configurations.partners.clear();
        partner.put(body).error(ErrorCode.NOT_FOUND);
    }

    @Test
    void D16_a_disabled_partner_may_change_its_configuration() {
        api.configurations.put("p1", false, InMemoryConfigurations.company("1"));
        assertThat(partner.putUnchanged().status()).isEqualTo(200);
    }

    @Test
    void D20_a_change_that_is_not_confirmed_is_503() {
        api.commands.available = false;
        ApiAnswer answer = partner.putUnchanged();
        answer.error(ErrorCode.CATALOG_UNAVAILABLE);
        assertThat(answer.header("Retry-After")).isNotBlank();
    }

    private static JsonNode tree(String json) {
        try {
            return Objects.requireNonNull(new ObjectMapper().readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"1\" | 200",
                "\"4\", \"1\" | 200",
                "\"4\",,\"1\" | 200",
                "W/\"1\",\"5\" | 200",
                "\"4\" | 412",
                "\"x,y\" | 412",
                "\"01\" | 412",
                "\"1-x\" | 412",
                "W/\"1-\" | 412",
                "\"gzip\" | 412",
                "\"\" | 412"
            })
    void D18_If_Match_names_revisions_and_a_foreign_tag_matches_none(String header, int status) {
        assertThat(partner.putUnchanged("If-Match", header).status()).isEqualTo(status);
        assertThat(api.commands.made).hasSize(status == 200 ? 1 : 0);
    }

    @Test
    void D18_a_condition_is_about_the_partner_and_not_about_its_webhook() {
        String tag = String.valueOf(partner.get().header("ETag"));
        assertThat(api.post("/v1/partner/webhook/resync", "").status()).isEqualTo(200);
        assertThat(partner.get().header("ETag")).isEqualTo(tag);
        String changed = partner.configuration().put("partnerName", "first").toString();
        assertThat(partner.put(changed, "If-Match", tag).status()).isEqualTo(200);
        partner.put(changed, "If-Match", tag).error(ErrorCode.PRECONDITION_FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"W/%s", "W/%s-gzip", "%s-gzip", "%s--gzip", "%s-br", "%s-zstd"})
    void D18_a_tag_that_a_compressing_proxy_changed_still_matches_the_configuration(String form) {
        String path = "/v1/partner";
        ApiAnswer got = api.get(path);
        String tag = String.valueOf(got.header("ETag"));
        String changed = form.formatted(tag).replaceAll("\"(-.*)$", "$1\"");
        ApiAnswer again = api.call(
                api.request(path).header("Authorization", ApiHarness.bearer()).header("If-None-Match", changed));
        assertThat(again.status()).as(changed).isEqualTo(304);
        assertThat(api.put(path, got.body(), "If-Match", changed).status()).isEqualTo(200);
    }

    @Test
    void D18_without_If_Match_or_with_any_there_is_no_condition() {
        assertThat(partner.putUnchanged().status()).isEqualTo(200);
        assertThat(partner.putUnchanged("If-Match", "*").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "\"4", "\"4\" \"5\"", "\"4\"x", "w/\"4\"", "*, \"4\"", "", ","})
    void D20_a_malformed_If_Match_is_400(String header) {
        JsonNode error = partner.putUnchanged("If-Match", header).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("If-Match");
        assertThat(api.commands.made).isEmpty();
    }
}
