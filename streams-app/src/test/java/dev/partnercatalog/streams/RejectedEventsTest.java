package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.CompanyLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.quarantine.DeadLetterHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What becomes of events that can't be accepted, and of those around them. */
class RejectedEventsTest {

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness();

    @Test
    void an_unreadable_event_goes_to_the_dead_letters_unchanged_with_its_reason_and_origin() {
        byte[] key = "b".getBytes(StandardCharsets.UTF_8);
        byte[] value = {9, 9, 9};
        catalog.publishBytes(CatalogTopic.BPD_VARIANTS, key, value);

        TestRecord<byte[], byte[]> letter = catalog.deadLetters().readRecord();
        assertThat(letter.key()).isEqualTo(key);
        assertThat(letter.value()).isEqualTo(value);
        assertThat(header(letter.headers(), DeadLetterHeaders.TOPIC)).isEqualTo("catalog.bpd-variants");
        assertThat(header(letter.headers(), DeadLetterHeaders.PARTITION)).isEqualTo("0");
        assertThat(header(letter.headers(), DeadLetterHeaders.OFFSET)).isEqualTo("0");
        assertThat(header(letter.headers(), DeadLetterHeaders.REASON)).isNotBlank();
    }

    @Test
    void the_pipeline_continues_after_a_dead_letter() {
        catalog.publishBytes(CatalogTopic.LISTINGS, null, null);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        assertThat(catalog.readResolved()).extracting(TestRecord::key).containsExactly("b");
    }

    @Test
    void the_reason_names_the_value_in_keys_and_values_that_disagree_or_are_invalid() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("c", "Canonical"));
        assertReason("barcode is \"b\" in the key, but \"c\" in the value");
        catalog.publish(CatalogTopic.BPD_VARIANTS, "a b", Events.bpd("a b", "Canonical"));
        assertReason("barcode \"a b\" is invalid");
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "01/b", Events.override(1, "b", null));
        assertReason("companyId \"01\" is invalid");
        catalog.publish(CatalogTopic.COMPANY_ATTRIBUTES, "1/b", Events.attributes(1, 2L, "b", null));
        assertReason("locationId is null in the key, but 2 in the value");
        catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", Events.attributes(1, null, "b", null));
        assertReason("locationId is 2 in the key, but null in the value");
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "not/one"));
        assertReason("barcode \"not/one\" is invalid");
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "t", "b"));
        assertReason("sku is \"s\" in the key, but \"t\" in the value");
        catalog.publishBytes(CatalogTopic.COMPANIES, new byte[] {(byte) 0xff}, null);
        assertReason("the key is not UTF-8 text");
        catalog.publishBytes(CatalogTopic.COMPANY_CONFIGS, "p/1/2".getBytes(StandardCharsets.UTF_8), null);
        assertReason("key \"p/1/2\" is invalid: expected partnerId/companyId");
        catalog.publishBytes(CatalogTopic.LOCATION_CONFIGS, "p/1".getBytes(StandardCharsets.UTF_8), null);
        assertReason("key \"p/1\" is invalid: expected partnerId/companyId/locationId");
    }

    @Test
    void D8_a_limit_below_one_is_invalid() {
        catalog.publish(
                CatalogTopic.COMPANY_CONFIGS,
                "p/1",
                CompanyConfig.newBuilder()
                        .setPartnerId("p")
                        .setCompanyId(1)
                        .setAssetPriority(List.of(new AssetPriority("Product", 0)))
                        .build());
        assertReason("limit 0 of asset type \"Product\" is invalid: expected at least 1");
    }

    @Test
    void a_partners_ids_must_be_valid() {
        Partner partner = partner();
        partner.getAllowedCompanies().get(0).setId("x");
        catalog.publish(CatalogTopic.PARTNERS, "p", partner);
        assertReason("allowedCompanies.id \"x\" is invalid");
    }

    @Test
    void D34_a_company_or_a_location_that_occurs_twice_is_malformed() {
        Partner partner = partner();
        partner.getAllowedCompanies().add(partner.getAllowedCompanies().get(0));
        catalog.publish(CatalogTopic.PARTNERS, "p", partner);
        assertReason("allowedCompanies.id 1 occurs twice");
        Partner other = partner();
        AllowedCompany company = other.getAllowedCompanies().get(0);
        company.getLocations().add(company.getLocations().get(1));
        catalog.publish(CatalogTopic.PARTNERS, "p", other);
        assertReason("allowedCompanies.locations.id 12 occurs twice");
        catalog.publish(
                CatalogTopic.COMPANIES,
                "1",
                new Company(
                        1L,
                        "",
                        "",
                        "",
                        List.of(new CompanyLocation(11L, "a", ""), new CompanyLocation(11L, "b", "")),
                        List.of()));
        assertReason("locations.locationId 11 occurs twice");
    }

    @Test
    void D34_a_partner_may_be_larger_than_other_events_but_not_than_it_can_send_back() {
        Partner partner = partner();
        partner.setPartnerName("x".repeat(2 * TopicSettings.MAX_EVENT_BYTES));
        catalog.publish(CatalogTopic.PARTNERS, "p", partner);
        assertThat(catalog.deadLetters().isEmpty()).isTrue();
        partner.setPartnerName("\u0001".repeat(3 << 20));
        catalog.publish(CatalogTopic.PARTNERS, "p", partner);
        assertReason("bytes of JSON long: at most 16777216 are allowed");
        catalog.publishBytes(CatalogTopic.PARTNERS, new byte[] {'p'}, new byte[TopicSettings.MAX_PARTNER_BYTES]);
        assertReason("the event is 4194305 bytes long: at most 4194304 are allowed");
    }

    @Test
    void D18_a_webhooks_url_must_have_the_form_of_one() {
        Map<String, String> wrong = Map.of(
                "nonsense",
                "webhook.url must begin with https://",
                "ftp://hooks.example/",
                "webhook.url must begin with https://",
                "https:///hook",
                "webhook.url has no host",
                "https://u:s3cret@hooks.example/",
                "webhook.url must not contain credentials",
                "https://hooks.example:0/",
                "webhook.url has no valid port",
                "https://127.1/",
                "webhook.url has an IP address that is not in plain dotted form",
                "https://straße.example/",
                "webhook.url has no valid host",
                "https://hooks example/",
                "webhook.url is not a URL",
                "https://hooks.example/" + "x".repeat(2048),
                "webhook.url is longer than 2048 characters");
        wrong.forEach((url, reason) -> List.of(true, false).forEach(enabled -> {
            publish(enabled, url);
            assertReason(reason);
        }));
        publish(true, "");
        assertReason("webhook.url must begin with https://");

        publish(false, "");
        publish(true, "http://127.0.0.1:9000/hook");
        publish(true, "https://[fe80::1]/hook");
        publish(true, "https://bücher.example/hook");
        assertThat(catalog.deadLetters().isEmpty()).isTrue();
    }

    private void publish(boolean enabled, String url) {
        Partner partner = partner();
        partner.setWebhook(new WebhookSetting(enabled, url));
        catalog.publish(CatalogTopic.PARTNERS, "p", partner);
    }

    @Test
    void a_registry_that_fails_for_a_moment_makes_no_dead_letter() {
        catalog.registryServer().failNext(2);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        assertThat(catalog.readResolved()).hasSize(1);
        assertThat(catalog.deadLetters().isEmpty()).isTrue();
    }

    @Test
    void an_event_too_large_for_an_entry_is_rejected_with_its_bytes() {
        byte[] value = new byte[TopicSettings.MAX_EVENT_BYTES];
        catalog.publishBytes(CatalogTopic.BPD_VARIANTS, new byte[] {'b'}, value);
        TestRecord<byte[], byte[]> letter = catalog.deadLetters().readRecord();
        assertThat(letter.value()).isEqualTo(value);
        assertThat(header(letter.headers(), DeadLetterHeaders.REASON)).contains("the event is 1310721 bytes long");
    }

    @Test
    void an_event_too_large_for_our_topics_is_rejected_without_its_bytes() {
        catalog.publishBytes(CatalogTopic.BPD_VARIANTS, new byte[1 << 20], new byte[TopicSettings.MAX_RECORD_BYTES]);
        TestRecord<byte[], byte[]> letter = catalog.deadLetters().readRecord();
        assertThat(letter.key()).isNull();
        assertThat(letter.value()).isNull();
        assertThat(header(letter.headers(), DeadLetterHeaders.OMITTED_BYTES)).isEqualTo("8388608");
        assertThat(header(letter.headers(), DeadLetterHeaders.TOPIC)).isEqualTo("catalog.bpd-variants");
    }

    @Test
    void a_reason_that_quotes_the_event_is_limited_and_safe_for_a_terminal() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("\u001b[2J\n" + "x".repeat(5000), "Canonical"));
        assertThat(header(catalog.deadLetters().readRecord().headers(), DeadLetterHeaders.REASON))
                .contains("\\u001b[2J\\u000ax")
                .hasSizeLessThan(1100);
    }

    @Test
    void results_of_an_event_carry_the_time_of_its_reading_whatever_its_own_timestamp() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"), Instant.EPOCH);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "c", Events.bpd("d", "Canonical"), Instant.ofEpochMilli(17));
        Instant hourAgo = Instant.now().minus(Duration.ofHours(1));
        assertThat(catalog.readResolved().get(0).getRecordTime()).isAfter(hourAgo);
        TestRecord<byte[], byte[]> letter = catalog.deadLetters().readRecord();
        assertThat(letter.getRecordTime()).isAfter(hourAgo);
        assertThat(header(letter.headers(), DeadLetterHeaders.TIMESTAMP)).isEqualTo("17");
    }

    private void assertReason(String reason) {
        assertThat(header(catalog.deadLetters().readRecord().headers(), DeadLetterHeaders.REASON))
                .contains(reason);
    }

    private static String header(Headers headers, String name) {
        return new String(headers.lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
