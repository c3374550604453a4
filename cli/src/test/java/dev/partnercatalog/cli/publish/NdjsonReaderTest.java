package dev.partnercatalog.cli.publish;

import static dev.partnercatalog.cli.publish.Ndjson.faults;
import static dev.partnercatalog.cli.publish.Ndjson.put;
import static dev.partnercatalog.cli.publish.Ndjson.read;
import static dev.partnercatalog.cli.publish.Ndjson.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.schemas.plain.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NdjsonReaderTest {

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "BPD_VARIANTS        | {'barcode':'b'}                                                   | b",
                "COMPANY_OVERRIDES   | {'companyId':1,'barcode':'b'}                                     | 1/b",
                "COMPANY_ATTRIBUTES  | {'companyId':1,'barcode':'b'}                                     | 1/b",
                "COMPANY_ATTRIBUTES  | {'companyId':1,'barcode':'b','locationId':null}                   | 1/b",
                "LOCATION_ATTRIBUTES | {'companyId':1,'locationId':2,'barcode':'b'}                      | 1/2/b",
                "LISTINGS            | {'companyId':1,'locationId':2,'sku':'s k','barcode':'b'}          | 1/2/s k",
                "COMPANIES           | {'companyId':7,'name':'','provider':'','providerId':''}           | 7",
                "COMPANY_CONFIGS     | {'partnerId':'p','companyId':1}                                   | p/1",
                "LOCATION_CONFIGS    | {'partnerId':'p','companyId':1,'locationId':2}                    | p/1/2",
                "PARTNERS | {'partnerId':'p','partnerName':'P','enabled':true,'webhook':{'enabled':false,'url':''},"
                        + "'allowedCompanies':[]} | p",
            })
    void the_key_is_made_from_the_value(CatalogTopic topic, String json, String key) {
        assertThat(read(topic, json)).isInstanceOfSatisfying(Line.Event.class, put -> {
            assertThat(put.key()).isEqualTo(key);
            assertThat(put.value()).isInstanceOf(topic.valueType());
        });
    }

    @Test
    void D34_a_company_that_occurs_twice_in_a_partner_is_a_fault() {
        String company = "{'id':'1','name':'','provider':'','providerId':'','allowedFields':{'badges':false,"
                + "'cannabinoidOverrides':false,'displayNameOverrides':false,'labels':false},'locations':[]}";
        String partner = "{'partnerId':'p','partnerName':'P','enabled':true,'webhook':{'enabled':false,'url':''},"
                + "'allowedCompanies':[%s]}";
        assertThat(read(CatalogTopic.PARTNERS, partner.formatted(company))).isInstanceOf(Line.Event.class);
        assertThat(faults(CatalogTopic.PARTNERS, partner.formatted(company + "," + company)))
                .extracting(FieldFault::toString)
                .containsExactly("allowedCompanies.id 1 occurs twice");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "BPD_VARIANTS        | {'$delete':{'barcode':'b'}}                                       | b",
                "COMPANY_OVERRIDES   | {'$delete':{'companyId':1,'barcode':'b'}}                         | 1/b",
                "COMPANY_ATTRIBUTES  | {'$delete':{'barcode':'b','companyId':1}}                         | 1/b",
                "LOCATION_ATTRIBUTES | {'$delete':{'companyId':1,'locationId':2,'barcode':'b'}}          | 1/2/b",
                "LISTINGS            | {'$delete':{'companyId':1,'locationId':2,'sku':'s'}}              | 1/2/s",
                "COMPANIES           | {'$delete':{'companyId':7}}                                       | 7",
                "COMPANY_CONFIGS     | {'$delete':{'partnerId':'p','companyId':1}}                       | p/1",
                "LOCATION_CONFIGS    | {'$delete':{'partnerId':'p','companyId':1,'locationId':2}}        | p/1/2",
                "PARTNERS            | {'$delete':{'partnerId':'p'}}                                     | p",
            })
    void a_delete_line_names_the_key_by_its_fields(CatalogTopic topic, String json, String key) {
        assertThat(read(topic, json)).isEqualTo(new Line.Event(1, key, null));
    }

    @Test
    void a_field_left_out_takes_its_default() {
        BpdVariant value = (BpdVariant) put(CatalogTopic.BPD_VARIANTS, "{'barcode':'b'}");
        assertThat(value).isEqualTo(BpdVariant.newBuilder().setBarcode("b").build());
        CompanyOverride override =
                (CompanyOverride) put(CatalogTopic.COMPANY_OVERRIDES, "{'companyId':1,'barcode':'b','thc':{}}");
        assertThat(override.getThc()).isEqualTo(new Range("", "", ""));
        assertThat(override.getCbd()).isNull();
    }

    @Test
    void an_explicit_value_is_kept_where_it_equals_the_default_or_is_empty() {
        CompanyOverride override = (CompanyOverride) put(
                CatalogTopic.COMPANY_OVERRIDES,
                "{'companyId':1,'barcode':'b','name':'','tags':[],'assets':{},'unitSize':0,'delisted':false}");
        assertThat(override.getName()).isEmpty();
        assertThat(override.getTags()).isEmpty();
        assertThat(override.getAssets()).isEmpty();
        assertThat(override.getUnitSize()).isZero();
        assertThat(override.getDelisted()).isFalse();
    }

    @Test
    void a_whole_number_in_a_double_field_is_fine() {
        BpdVariant value = (BpdVariant) put(CatalogTopic.BPD_VARIANTS, "{'barcode':'b','unitSize':3}");
        assertThat(value.getUnitSize()).isEqualTo(3.0);
    }

    @Test
    void defaults_are_not_shared_between_records() {
        BpdVariant first = (BpdVariant) put(CatalogTopic.BPD_VARIANTS, "{'barcode':'b'}");
        first.getThc().setAvg("1");
        BpdVariant second = (BpdVariant) put(CatalogTopic.BPD_VARIANTS, "{'barcode':'b'}");
        assertThat(second.getThc().getAvg()).isEmpty();
    }

    @Test
    void a_topic_that_is_no_input_is_refused() {
        assertThatThrownBy(() -> new NdjsonReader(CatalogTopic.RESOLVED_VARIANTS, stream("")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
