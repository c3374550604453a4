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

/** What a partner may change of its configuration, and how a change ends. */
class ChangePartnerTest {

    @AutoClose
    private final ChangingPartner partner = new ChangingPartner();
    private final ApiHarness api = partner.api;

    @Test
    void D18_a_change_returns_the_resulting_configuration_and_its_ETag() {
        ObjectNode body = partner.configuration();
        body.put("partnerName", "New");
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
}
