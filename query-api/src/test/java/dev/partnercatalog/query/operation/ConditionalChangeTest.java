package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.http.ErrorCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that depend on a revision, or that may be sent twice. */
class ConditionalChangeTest {

    @AutoClose
    private final ChangingPartner partner = new ChangingPartner();
    private final ApiHarness api = partner.api;

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
