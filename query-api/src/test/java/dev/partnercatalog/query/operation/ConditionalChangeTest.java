package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that depend on a revision, or that may be sent twice. */
class ConditionalChangeTest {

    private final ChangingPartner partner = new ChangingPartner();
    private final ApiHarness api = partner.api;

    @AfterEach
    void close() {
        partner.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"4\" | 4",
                "\"4\", \"17\" | 4,17",
                "\"4\",,\"17\" | 4,17",
                "W/\"4\",\"5\" | 4,5",
                "\"x,y\" | ''",
                "\"04\" | ''",
                "\"4-x\" | ''",
                "W/\"4-\" | ''",
                "\"gzip\" | ''",
                "\"\" | ''"
            })
    void D18_If_Match_names_revisions_and_a_foreign_tag_matches_none(String header, String revisions) {
        partner.putUnchanged("If-Match", header);
        assertThat(api.commands.last().getIfMatch())
                .isEqualTo(
                        revisions.isEmpty()
                                ? List.of()
                                : List.of(revisions.split(",", -1)).stream()
                                        .map(Long::valueOf)
                                        .toList());
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
        assertThat(api.commands.last().getIfMatch()).as(changed).containsExactly(Long.valueOf(tag.replace("\"", "")));
    }

    @Test
    void D18_without_If_Match_or_with_any_there_is_no_condition() {
        partner.putUnchanged();
        assertThat(api.commands.last().getIfMatch()).isNull();
        partner.putUnchanged("If-Match", "*");
        assertThat(api.commands.last().getIfMatch()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "\"4", "\"4\" \"5\"", "\"4\"x", "w/\"4\"", "*, \"4\"", "", ","})
    void D20_a_malformed_If_Match_is_400(String header) {
        JsonNode error = partner.putUnchanged("If-Match", header).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("If-Match");
        assertThat(api.commands.received).isEmpty();
    }
}
