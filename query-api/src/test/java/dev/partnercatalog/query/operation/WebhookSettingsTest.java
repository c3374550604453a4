package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.records.ConfigureWebhook;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.VariantField;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("D24: a partner chooses the content of its messages")
class WebhookSettingsTest {

    private static final String PATH = "/v1/partner/webhook/settings";
    private static final String DEFAULTS = "{\"fields\":null,\"variantTypes\":null,\"recordsPerMessage\":100,"
            + "\"secondsBetweenMessages\":0,\"changedFields\":false}";

    private final WebhookOfPartner webhook = new WebhookOfPartner();
    private final ApiHarness api = webhook.api;

    @AfterEach
    void close() {
        webhook.close();
    }

    @Test
    void without_a_choice_everything_is_sent_as_soon_as_it_changes() {
        ApiAnswer answer = api.get(PATH);
        assertThat(answer.body()).isEqualTo(DEFAULTS);
        assertThat(answer.header("ETag")).isEqualTo("\"0\"");
    }

    @Test
    void choices_are_returned_sorted_and_shown_by_the_next_get() {
        ApiAnswer answer = api.put(
                PATH,
                "{\"fields\": [\"thc\", \"name\"], \"variantTypes\": [\"Vape\", \"\", \"Fleur d'été 😀\"],"
                        + " \"recordsPerMessage\": 1, \"secondsBetweenMessages\": 3600, \"changedFields\": true, \"more\": 1}");
        assertThat(answer.body())
                .isEqualTo("{\"fields\":[\"name\",\"thc\"],\"variantTypes\":[\"\",\"Fleur d'été 😀\",\"Vape\"],"
                        + "\"recordsPerMessage\":1,\"secondsBetweenMessages\":3600,\"changedFields\":true}");
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        ApiAnswer shown = api.get(PATH);
        assertThat(shown.body()).isEqualTo(answer.body());
        assertThat(shown.header("ETag")).isEqualTo("\"1\"");
    }

    @Test
    void what_get_returned_can_be_sent_back_and_missing_members_have_their_defaults() {
        for (String body : List.of(DEFAULTS, "{}", "{\"fields\": [], \"recordsPerMessage\": 7}")) {
            String settings = api.put(PATH, body).body();
            assertThat(api.put(PATH, settings).body()).isEqualTo(settings);
        }
        assertThat(api.get(PATH).body())
                .contains("\"fields\":[]", "\"recordsPerMessage\":7", "\"changedFields\":false");
        api.put(PATH, "{}");
        assertThat(sent()).isEqualTo(WebhookSettings.newBuilder().build());
    }

    @Test
    void every_field_of_a_variant_and_its_sources_can_be_chosen() {
        String all = Stream.concat(VariantField.all().stream().map(VariantField::jsonName), Stream.of("catalogSource"))
                .map(name -> '"' + name + '"')
                .collect(Collectors.joining(",", "{\"fields\":[", "]}"));
        assertThat(api.put(PATH, all).status()).isEqualTo(200);
        assertThat(sent().getFields()).isEqualTo(RecordFields.ALL.names());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"fields\": \"name\"}|fields|expected an array of strings",
                "{\"fields\": [\"name\", 5]}|fields[1]|expected a string, got 5",
                "{\"fields\": [null]}|fields[0]|expected a string, got null",
                "{\"fields\": [\"name\", \"colour\"]}|fields[1]|\\\"colour\\\" is not one of the fields to choose from",
                "{\"fields\": [\"Name\"]}|fields[0]|thc, topFlavor, topTerpene, totalTerpene, unitOfMeasure",
                "{\"fields\": [\"barcode\"]}|fields[0]|barcode, companyId and locationId are always included",
                "{\"fields\": [\"thc\", \"thc\"]}|fields[1]|occurs twice",
                "{\"variantTypes\": []}|variantTypes|expected 1 to 100 variant types",
                "{\"variantTypes\": {}}|variantTypes|expected an array of strings",
                "{\"variantTypes\": [\"\\ud800\"]}|variantTypes[0]|half a surrogate pair",
                "{\"recordsPerMessage\": 0}|recordsPerMessage|whole number from 1 to 100, got 0",
                "{\"recordsPerMessage\": 101}|recordsPerMessage|whole number from 1 to 100, got 101",
                "{\"recordsPerMessage\": \"5\"}|recordsPerMessage|whole number from 1 to 100",
                "{\"recordsPerMessage\": 5.0}|recordsPerMessage|whole number from 1 to 100",
                "{\"recordsPerMessage\": 4294967297}|recordsPerMessage|whole number from 1 to 100",
                "{\"recordsPerMessage\": null}|recordsPerMessage|whole number from 1 to 100",
                "{\"secondsBetweenMessages\": -1}|secondsBetweenMessages|whole number from 0 to 3600, got -1",
                "{\"secondsBetweenMessages\": 3601}|secondsBetweenMessages|whole number from 0 to 3600",
                "{\"changedFields\": \"true\"}|changedFields|expected true or false",
                "{\"changedFields\": null}|changedFields|expected true or false"
            })
    void D20_invalid_choices_are_refused_with_the_field_at_fault_and_the_allowed_values(
            String body, String field, String problem) {
        JsonNode error = api.put(PATH, body).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo(field);
        assertThat(error.toString()).contains(problem);
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void types_are_limited_in_number_and_length() {
        assertThat(api.put(PATH, types(100, "t")).status()).isEqualTo(200);
        assertThat(api.put(PATH, types(1, "😀".repeat(255))).status()).isEqualTo(200);
        assertThat(api.put(PATH, types(101, "t"))
                        .error(ErrorCode.INVALID_REQUEST)
                        .toString())
                .contains("got 101");
        assertThat(api.put(PATH, types(1, "t".repeat(256)))
                        .error(ErrorCode.INVALID_REQUEST)
                        .toString())
                .contains("variantTypes[0]", "up to 256 characters");
    }

    private static String types(int count, String text) {
        return IntStream.range(0, count)
                .mapToObj(i -> '"' + text + i + '"')
                .collect(Collectors.joining(",", "{\"variantTypes\":[", "]}"));
    }

    @Test
    void a_message_s_record_has_the_members_of_a_variant_and_the_changed_fields() {
        JsonNode schemas = api.call(api.request("/openapi.json")).json().at("/components/schemas");
        ObjectNode record = (ObjectNode) schemas.at("/WebhookVariant/properties");
        assertThat(record.remove("changedFields")).isNotNull();
        ObjectNode variant = (ObjectNode) schemas.at("/Variant/properties");
        variant.forEach(member -> ((ObjectNode) member).remove("x-extension"));
        assertThat(record.fieldNames()).toIterable().containsExactlyElementsOf(variant::fieldNames);
        record.properties()
                .forEach(member ->
                        assertThat(member.getValue()).as(member.getKey()).isEqualTo(variant.get(member.getKey())));
    }

    @Test
    void D20_a_body_that_is_not_a_json_object_is_refused() {
        for (String body : List.of("", "[]", "null", "{\"fields\": [", "{\"fields\": null, \"fields\": null}")) {
            api.put(PATH, body).error(ErrorCode.INVALID_REQUEST);
        }
    }

    @Test
    void D18_the_condition_is_sent_along_and_a_failed_condition_says_what_to_get_again() {
        api.put(PATH, "{}", "If-Match", "\"0\", \"7\"");
        assertThat(api.commands.last().getIfMatch()).containsExactly(0L, 7L);
        api.commands.refuse(RefusalCode.PRECONDITION_FAILED);
        JsonNode error = api.put(PATH, "{}", "If-Match", "\"3\"").error(ErrorCode.PRECONDITION_FAILED);
        assertThat(error.path("message").asText()).isEqualTo("The settings don't match If-Match.");
        assertThat(error.path("suggestion").asText()).startsWith("GET " + PATH + " again");
    }

    @Test
    void what_a_caller_already_has_is_not_sent_again() {
        String tag = Objects.requireNonNull(
                api.put(PATH, "{\"changedFields\": true}").header("ETag"));
        ApiAnswer answer = api.call(
                api.request(PATH).header("Authorization", ApiHarness.bearer()).header("If-None-Match", tag));
        assertThat(answer.status()).isEqualTo(304);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.header("ETag")).isEqualTo(tag);
    }

    @Test
    void the_partner_s_own_configuration_and_its_tag_stay_unchanged() {
        ApiAnswer before = api.get("/v1/partner");
        api.put(PATH, "{\"fields\": [\"name\"]}");
        ApiAnswer after = api.get("/v1/partner");
        assertThat(after.body()).isEqualTo(before.body());
        assertThat(after.header("ETag")).isEqualTo(before.header("ETag"));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void D16_they_are_for_enabled_partners_with_a_configuration_and_what_is_confirmed_is_awaited(boolean put) {
        int before = api.awaited.get();
        assertThat(call(put).status()).isEqualTo(200);
        assertThat(api.awaited.get()).isGreaterThan(before);
        webhook.configure(false, true, WebhookControl.newBuilder().build());
        call(put).error(ErrorCodes.PARTNER_DISABLED);
        api.configurations.partners.clear();
        call(put).error(ErrorCode.NOT_FOUND);
        assertThat(api.call(api.request(PATH)).status()).isEqualTo(401);
    }

    static List<Boolean> calls() {
        return List.of(false, true);
    }

    private ApiAnswer call(boolean put) {
        return put ? api.put(PATH, "{}") : api.get(PATH);
    }

    private WebhookSettings sent() {
        return ((ConfigureWebhook) api.commands.last().getChange()).getSettings();
    }
}
