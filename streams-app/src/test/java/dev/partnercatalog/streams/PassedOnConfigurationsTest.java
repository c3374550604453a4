package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What the operator and upstream publish about partners and companies, as the other applications read it. */
class PassedOnConfigurationsTest {

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness();

    @Test
    void a_partner_gets_a_higher_revision_with_each_change_and_none_without_one() {
        TestOutputTopic<String, PartnerConfig> configs =
                catalog.output(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class);
        catalog.publish(CatalogTopic.PARTNERS, "p", partner());
        PartnerConfig first = configs.readValue();
        catalog.publish(CatalogTopic.PARTNERS, "p", partner());
        assertThat(configs.isEmpty()).isTrue();
        catalog.publish(CatalogTopic.PARTNERS, "p", null);
        assertThat(configs.readRecord().value()).isNull();
        catalog.publish(CatalogTopic.PARTNERS, "p", partner());
        assertThat(configs.readValue().getRevision()).isGreaterThan(first.getRevision());
    }

    @Test
    void D18_a_webhooks_international_name_is_kept_as_its_punycode() {
        Partner partner = partner();
        partner.setWebhook(new WebhookSetting(true, "https://bücher.example/hook"));
        catalog.publish(CatalogTopic.PARTNERS, "p", partner);
        assertThat(catalog.output(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class)
                        .readValue()
                        .getPartner()
                        .getWebhook()
                        .getUrl())
                .isEqualTo("https://xn--bcher-kva.example/hook");
    }

    @Test
    void configurations_of_companies_and_locations_are_passed_on_once_checked() {
        TestOutputTopic<String, ScopeConfig> configs = catalog.output(CatalogTopic.SCOPE_CONFIGS, ScopeConfig.class);
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
