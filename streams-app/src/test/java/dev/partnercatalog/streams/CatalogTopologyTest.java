package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.runtime.quarantine.DeadLetterHeaders;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CatalogTopologyTest {

    private final TopologyHarness catalog = new TopologyHarness();

    @AfterEach
    void close() {
        catalog.close();
    }

    @Nested
    class Variants {

        @Test
        void D1_a_barcode_that_bpd_lacks_resolves_to_nothing_until_bpd_has_it() {
            catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Ours"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
            assertThat(catalog.readResolved()).isEmpty();

            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            assertThat(names(catalog.readResolved())).isEqualTo(Map.of("b", "Canonical", "b/1", "Ours"));
        }

        @Test
        void every_entry_is_deleted_when_bpd_deletes_the_product() {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            catalog.publish(CatalogTopic.LISTINGS, "1/1/s", Events.listing(1, 1, "s", "b"));
            catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", Events.attributes(1, 2L, "b", "Here"));
            catalog.readResolved();

            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", (BpdVariant) null);
            assertThat(catalog.readResolved())
                    .extracting(TestRecord::key, TestRecord::value)
                    .containsExactlyInAnyOrder(tuple("b", null), tuple("b/1", null), tuple("b/1/2", null));
        }

        @Test
        void a_company_has_an_entry_if_it_has_overrides_or_lists_the_variant_anywhere() {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            catalog.readResolved();

            catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
            assertThat(catalog.readResolved()).extracting(TestRecord::key).containsExactly("b/1");
            catalog.publish(CatalogTopic.LISTINGS, "2/2/s", Events.listing(2, 2, "s", "b"));
            assertThat(catalog.readResolved()).extracting(TestRecord::key).containsExactly("b/2");
            catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "3/b", Events.override(3, "b", "Ours"));
            assertThat(catalog.readResolved()).extracting(TestRecord::key).containsExactly("b/3");
            catalog.publish(CatalogTopic.COMPANY_ATTRIBUTES, "4/b", Events.attributes(4, null, "b", "Ours"));
            assertThat(catalog.readResolved()).extracting(TestRecord::key).containsExactly("b/4");
        }

        @Test
        void a_location_has_an_entry_only_because_of_its_own_display_attributes() {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", Events.attributes(1, 2L, "b", "Here"));
            assertThat(names(catalog.readResolved())).isEqualTo(Map.of("b", "Canonical", "b/1/2", "Here"));

            catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
            catalog.publish(CatalogTopic.LISTINGS, "1/3/s", Events.listing(1, 3, "s", "b"));
            assertThat(names(catalog.readResolved())).isEqualTo(Map.of("b/1", "Canonical"));

            catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", null);
            assertThat(catalog.readResolved())
                    .extracting(TestRecord::key, TestRecord::value)
                    .containsExactly(tuple("b/1/2", null));
        }

        @Test
        void a_companys_change_reaches_its_locations_and_no_other_company() {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            for (long company : List.of(1L, 11L, 2L)) {
                catalog.publish(CatalogTopic.LISTINGS, company + "/5/s", Events.listing(company, 5, "s", "b"));
                DisplayAttributes badges = Events.attributes(company, 5L, "b", null);
                badges.setBadges(List.of("New"));
                catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, company + "/5/b", badges);
            }
            catalog.readResolved();

            catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Ours"));
            assertThat(names(catalog.readResolved())).isEqualTo(Map.of("b/1", "Ours", "b/1/5", "Ours"));
        }

        @Test
        void an_event_that_changes_nothing_writes_nothing() {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
            catalog.readResolved();
            catalog.readSkuBarcodes();

            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/never", null);
            catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "9/b", null);
            assertThat(catalog.readResolved()).isEmpty();
            assertThat(catalog.readSkuBarcodes()).isEmpty();
        }

        @Test
        void an_sku_that_moves_to_another_barcode_unlists_the_old_one() {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "old", Events.bpd("old", "Old"));
            catalog.publish(CatalogTopic.BPD_VARIANTS, "new", Events.bpd("new", "New"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "old"));
            catalog.readResolved();
            catalog.readSkuBarcodes();

            catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "new"));
            Map<String, @Nullable String> names = names(catalog.readResolved());
            assertThat(names).containsOnlyKeys("old/1", "new/1").containsEntry("old/1", null);
            assertThat(catalog.readSkuBarcodes())
                    .singleElement()
                    .satisfies(record -> assertThat(record.value().getBarcode()).isEqualTo("new"));
        }

        @Test
        void only_a_companys_first_and_last_listing_write_an_entry() {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/a", Events.listing(1, 2, "a", "b"));
            catalog.readResolved();

            catalog.publish(CatalogTopic.LISTINGS, "1/2/z#1", Events.listing(1, 2, "z#1", "b"));
            catalog.publish(CatalogTopic.LISTINGS, "1/3/a", Events.listing(1, 3, "a", "b"));
            catalog.publish(CatalogTopic.LISTINGS, "1/1/a", Events.listing(1, 1, "a", "b"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/a", null);
            catalog.publish(CatalogTopic.LISTINGS, "1/3/a", null);
            catalog.publish(CatalogTopic.LISTINGS, "1/2/z#1", null);
            assertThat(catalog.readResolved()).isEmpty();
            catalog.publish(CatalogTopic.LISTINGS, "1/1/a", null);
            assertThat(catalog.readResolved())
                    .extracting(TestRecord::key, TestRecord::value)
                    .containsExactly(tuple("b/1", null));
        }

        @Test
        void a_refused_first_listing_counts_once_it_is_published_again_and_there_is_room() {
            BpdVariant large = Events.bpd("b", "Canonical");
            large.setDescription("x".repeat(1 << 20));
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", large);
            int refused = 1;
            while (catalog.deadLetters().isEmpty()) {
                refused++;
                catalog.publish(CatalogTopic.LISTINGS, refused + "/5/s", Events.listing(refused, 5, "s", "b"));
            }
            assertThat(catalog.readResolved()).extracting(TestRecord::key).doesNotContain("b/" + refused);
            catalog.publish(CatalogTopic.LISTINGS, "2/5/s", null);
            catalog.readResolved();
            catalog.readSkuBarcodes();

            catalog.publish(CatalogTopic.LISTINGS, refused + "/5/s", Events.listing(refused, 5, "s", "b"));
            assertThat(catalog.readResolved()).extracting(TestRecord::key).containsExactly("b/" + refused);
            assertThat(catalog.readSkuBarcodes()).isEmpty();
        }

        @Test
        void a_change_of_bpd_writes_an_entry_for_each_company_however_many_locations_list_it() {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            for (int company = 1; company <= 20; company++) {
                for (int location = 100; location < 150; location++) {
                    catalog.publish(
                            CatalogTopic.LISTINGS,
                            company + "/" + location + "/s",
                            Events.listing(company, location, "s", "b"));
                }
            }
            assertThat(catalog.readResolved()).hasSize(21);
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Renamed"));
            assertThat(catalog.readResolved()).hasSize(21);
        }

        @Test
        void a_listing_that_is_deleted_and_returns_under_another_sku_leaves_the_company_its_entry() {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/s", null);
            catalog.publish(CatalogTopic.LISTINGS, "1/2/t", Events.listing(1, 2, "t", "b"));
            assertThat(names(catalog.readResolved())).isEqualTo(Map.of("b", "Canonical", "b/1", "Canonical"));
        }
    }

    @Nested
    class DeadLetters {

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
            Partner partner = partner("p", "x");
            catalog.publish(CatalogTopic.PARTNERS, "p", partner);
            assertReason("allowedCompanies.id \"x\" is invalid");
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
            catalog.publishBytes(
                    CatalogTopic.BPD_VARIANTS, new byte[1 << 20], new byte[TopicSettings.MAX_RECORD_BYTES]);
            TestRecord<byte[], byte[]> letter = catalog.deadLetters().readRecord();
            assertThat(letter.key()).isNull();
            assertThat(letter.value()).isNull();
            assertThat(header(letter.headers(), DeadLetterHeaders.OMITTED_BYTES))
                    .isEqualTo("8388608");
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

    @Nested
    class Configurations {

        @Test
        void a_partner_gets_a_higher_revision_with_each_change_and_none_without_one() {
            TestOutputTopic<String, PartnerConfig> configs =
                    catalog.output(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class);
            catalog.publish(CatalogTopic.PARTNERS, "p", partner("p", "1"));
            PartnerConfig first = configs.readValue();
            catalog.publish(CatalogTopic.PARTNERS, "p", partner("p", "1"));
            assertThat(configs.isEmpty()).isTrue();
            catalog.publish(CatalogTopic.PARTNERS, "p", null);
            assertThat(configs.readRecord().value()).isNull();
            catalog.publish(CatalogTopic.PARTNERS, "p", partner("p", "1"));
            assertThat(configs.readValue().getRevision()).isGreaterThan(first.getRevision());
        }

        @Test
        void configurations_of_companies_and_locations_are_passed_on_once_checked() {
            TestOutputTopic<String, ScopeConfig> configs =
                    catalog.output(CatalogTopic.SCOPE_CONFIGS, ScopeConfig.class);
            catalog.publish(
                    CatalogTopic.COMPANY_CONFIGS,
                    "p/1",
                    CompanyConfig.newBuilder()
                            .setPartnerId("p")
                            .setCompanyId(1)
                            .setCannabisUnitOfMeasure("mg/g")
                            .build());
            catalog.publish(
                    CatalogTopic.LOCATION_CONFIGS,
                    "p/1/2",
                    LocationConfig.newBuilder()
                            .setPartnerId("p")
                            .setCompanyId(1)
                            .setLocationId(2)
                            .build());
            TestRecord<String, ScopeConfig> company = configs.readRecord();
            assertThat(company.key()).isEqualTo("p/1");
            assertThat(company.value().getCannabisUnitOfMeasure()).isEqualTo("mg/g");
            TestRecord<String, ScopeConfig> location = configs.readRecord();
            assertThat(location.key()).isEqualTo("p/1/2");
            assertThat(location.value().getAssetPriority()).isNull();
        }

        @Test
        void companies_are_passed_on_to_the_directory() {
            TestOutputTopic<String, Company> directory = catalog.output(CatalogTopic.COMPANY_DIRECTORY, Company.class);
            Company company = Company.newBuilder()
                    .setCompanyId(1)
                    .setName("C")
                    .setProvider("cova")
                    .setProviderId("x")
                    .build();
            catalog.publish(CatalogTopic.COMPANIES, "1", company);
            assertThat(directory.readValue()).isEqualTo(company);
        }
    }

    private static Partner partner(String partnerId, String companyId) {
        AllowedCompany company = new AllowedCompany(
                companyId,
                "Company",
                "cova",
                "x",
                new AllowedFields(true, true, true, true),
                List.of(new AllowedLocation("2", "Location", "y")));
        return new Partner(
                partnerId, "Partner", true, new WebhookSetting(false, "https://partner.example"), List.of(company));
    }

    private static Map<String, @Nullable String> names(List<TestRecord<String, ResolvedVariant>> records) {
        Map<String, @Nullable String> names = new HashMap<>();
        for (TestRecord<String, ResolvedVariant> record : records) {
            ResolvedVariant variant = record.value();
            names.put(record.key(), variant == null ? null : variant.getName());
        }
        return names;
    }

    private static org.assertj.core.groups.Tuple tuple(@Nullable Object... values) {
        return org.assertj.core.api.Assertions.tuple(values);
    }
}
