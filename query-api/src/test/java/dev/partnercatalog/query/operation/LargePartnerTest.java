package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.schemas.event.PartnerSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D34: a large partner")
class LargePartnerTest {

    @AutoClose
    private final ChangingPartner partner = new ChangingPartner();

    private final ApiHarness api = partner.api;

    @Test
    void can_send_back_what_it_got_although_it_is_larger_than_other_bodies() {
        Partner large = partner(100, 11, "Main Street".repeat(100));
        published(large);
        String body = partner.get().body();
        assertThat(body.length()).isGreaterThan(ApiHarness.MAX_BODY_BYTES);
        ApiAnswer answer = api.putAsGot(ChangingPartner.PATH, body);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(body);
        assertThat(api.commands.last().getPartner()).isEqualTo(large);
    }

    @Test
    void may_not_become_larger_than_records_may_be() {
        published(partner(1, 1, "Main Street"));
        ObjectNode body = partner.configuration();
        ((ObjectNode) body.at("/allowedCompanies/0")).put("name", "x".repeat(5 << 20));
        api.putAsGot(ChangingPartner.PATH, body.toString()).error(ErrorCodes.CHANGE_NOT_ALLOWED);
        assertThat(api.commands.made).isEmpty();
    }

    @Test
    void learns_the_first_thousand_fields_that_it_may_not_change_with_short_quotes() {
        String name = "x".repeat(500);
        published(partner(1, 2_000, name));
        String body = partner.get().body().replace("\"name\":\"x", "\"name\":\"y");
        JsonNode violations = api.putAsGot(ChangingPartner.PATH, body)
                .error(ErrorCodes.CHANGE_NOT_ALLOWED)
                .at("/body/violations");
        assertThat(violations)
                .hasSize(1_000)
                .allSatisfy(violation ->
                        assertThat(violation.path("problem").asText()).hasSizeLessThan(name.length()));
        assertThat(violations.get(0).path("field").asText()).isEqualTo("allowedCompanies[0].name");
        assertThat(violations.get(999).path("field").asText()).isEqualTo("allowedCompanies[0].locations[998].name");
    }

    @Test
    void sends_at_most_16_MiB() {
        String body = partner.configuration() + " ".repeat(PartnerSize.MOST_JSON_BYTES);
        api.putAsGot(ChangingPartner.PATH, body).error(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(api.putAsGot(ChangingPartner.PATH, body.substring(0, PartnerSize.MOST_JSON_BYTES))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void cannot_send_more_values_than_there_is_memory_for() {
        String body = partner.configuration().put("more", "[]").toString();
        api.putAsGot(ChangingPartner.PATH, body.replace("\"[]\"", "[" + "[],".repeat(5 << 20) + "0]"))
                .error(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void has_at_most_the_size_in_JSON_that_is_computed_for_it() throws IOException {
        for (String text : List.of("", "a\"\\\b\t\n\f\r\u0001\u001f\u007fé€\ud83c\udf3f\u2028", "x".repeat(300))) {
            Partner any = partner(3, 2, text);
            ByteArrayOutputStream json = new ByteArrayOutputStream();
            JsonOutput.writeAlphabetically(json, any);
            assertThat(PartnerSize.jsonBytes(any)).isGreaterThanOrEqualTo(json.size());
        }
    }

    private void published(Partner large) {
        api.configurations.partners.put(
                "p1",
                PartnerConfig.newBuilder().setRevision(5).setPartner(large).build());
    }

    private static Partner partner(int companies, int locations, String name) {
        List<AllowedCompany> allowed = new ArrayList<>();
        for (int i = 1; i <= companies; i++) {
            List<AllowedLocation> of = new ArrayList<>();
            for (int j = 1; j <= locations; j++) {
                of.add(new AllowedLocation(Integer.toString(100_000 * j + i), name, "g-" + j));
            }
            allowed.add(new AllowedCompany(
                    Integer.toString(i), name, "greenline", "g", new AllowedFields(false, false, false, false), of));
        }
        return new Partner("p1", name, false, new WebhookSetting(false, name), allowed);
    }
}
