package dev.partnercatalog.cli.ndjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NdjsonReaderTest {

    private static final String PARTNER = "{'partnerId':'p','partnerName':'P','enabled':true,"
            + "'webhook':{'enabled':false,'url':''},'allowedCompanies':[%s]}";

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
        assertThat(read(topic, json)).isInstanceOfSatisfying(Line.Put.class, put -> {
            assertThat(put.key()).isEqualTo(key);
            assertThat(put.value()).isInstanceOf(topic.valueType());
        });
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
        assertThat(read(topic, json)).isEqualTo(new Line.Delete(1, key));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // the wrong type is not coerced
                "BPD_VARIANTS | {'barcode':5} | barcode | must be text, but is the number 5",
                "BPD_VARIANTS | {'barcode':'b','name':null} | name | must be text, but is null",
                "BPD_VARIANTS | {'barcode':'b','delisted':'true'} | delisted | must be true or false",
                "BPD_VARIANTS | {'barcode':'b','packagedQuantity':1.0} | packagedQuantity | but is the number 1.0",
                "BPD_VARIANTS | {'barcode':'b','packagedQuantity':2147483648} | packagedQuantity | 2147483647",
                "BPD_VARIANTS | {'barcode':'b','unitSize':'3.5'} | unitSize | but is the text \"3.5\"",
                "BPD_VARIANTS | {'barcode':'b','unitSize':1e400} | unitSize | a number that a double holds",
                "BPD_VARIANTS | {'barcode':'b','thc':'20'} | thc | must be an object, but is the text \"20\"",
                "BPD_VARIANTS | {'barcode':'b','thc':{'avg':20}} | thc.avg | but is the number 20",
                "BPD_VARIANTS | {'barcode':'b','lineages':{}} | lineages | must be an array, but is an object",
                "BPD_VARIANTS | {'barcode':'b','tags':['a',null]} | tags[1] | must be text, but is null",
                "BPD_VARIANTS | {'barcode':'b','assets':[]} | assets | must be an object, but is an array",
                "BPD_VARIANTS | {'barcode':'b','parentProductId':{'string':'x'}} | parentProductId | is an object",
                "COMPANY_OVERRIDES | {'companyId':'5','barcode':'b'} | companyId | must be a whole number, but is the text \"5\"",
                "COMPANY_OVERRIDES | {'companyId':5.0,'barcode':'b'} | companyId | but is the number 5.0",
                "COMPANY_OVERRIDES | {'companyId':1e2,'barcode':'b'} | companyId | must be a whole number",
                "COMPANY_OVERRIDES | {'companyId':9223372036854775808,'barcode':'b'} | companyId | must be a whole number",
                // unknown fields would be lost
                "BPD_VARIANTS | {'barcode':'b','nmae':'x'} | nmae | BpdVariant has no such field",
                "BPD_VARIANTS | {'barcode':'b','thc':{'mean':''}} | thc.mean | Range has no such field",
                "BPD_VARIANTS | {'barcode':'b','assets':{'Product':[{'id':'1','url':'u','alt':''}]}} "
                        + "| assets.Product[0].alt | Asset has no such field",
                "COMPANY_OVERRIDES | {'companyId':1,'barcode':'b','stateCodes':[]} | stateCodes | no such field",
                // what is required
                "BPD_VARIANTS | {} | barcode | is missing",
                "BPD_VARIANTS | {'barcode':'b','assets':{'Product':[{'id':'1'}]}} | assets.Product[0].url | is missing",
                "LOCATION_ATTRIBUTES | {'companyId':1,'barcode':'b'} | locationId | is missing",
                "LOCATION_ATTRIBUTES | {'companyId':1,'barcode':'b','locationId':null} | locationId | is missing",
                "COMPANY_ATTRIBUTES | {'companyId':1,'barcode':'b','locationId':2} | locationId | must be left out",
                "COMPANIES | {'companyId':7,'name':'','provider':'','providerId':'','locations':[{'locationId':1,"
                        + "'name':''}]} | locations[0].providerId | is missing",
                // ids
                "BPD_VARIANTS | {'barcode':''} | barcode | out of form",
                "BPD_VARIANTS | {'barcode':'a b'} | barcode | out of form",
                "LISTINGS | {'companyId':0,'locationId':1,'sku':'s','barcode':'b'} | companyId | out of form",
                "LISTINGS | {'companyId':1,'locationId':9007199254740992,'sku':'s','barcode':'b'} | locationId | form",
                "LISTINGS | {'companyId':1,'locationId':1,'sku':'a/b','barcode':'b'} | sku | out of form",
                "LISTINGS | {'companyId':1,'locationId':1,'sku':'s','barcode':'é'} | barcode | out of form",
                "COMPANY_CONFIGS | {'partnerId':'p q','companyId':1} | partnerId | out of form",
                "COMPANIES | {'companyId':7,'name':'','provider':'','providerId':'','locations':[{'locationId':-1,"
                        + "'name':'','providerId':''}]} | locations[0].locationId | out of form",
                "COMPANIES | {'companyId':7,'name':'','provider':'','providerId':'','sharedWithPartnerIds':['a','b/c']}"
                        + " | sharedWithPartnerIds | out of form",
                // D8
                "COMPANY_CONFIGS | {'partnerId':'p','companyId':1,'assetPriority':[{'assetType':'Product','limit':0}]}"
                        + " | assetPriority[0].limit | at least 1",
                "LOCATION_CONFIGS | {'partnerId':'p','companyId':1,'locationId':2,"
                        + "'assetPriority':[{'assetType':'a'},{'assetType':'b','limit':-1}]}"
                        + " | assetPriority[1].limit | at least 1",
                // deletions
                "LISTINGS | {'$delete':{'companyId':1,'locationId':2}} | $delete.sku | is missing",
                "LISTINGS | {'$delete':{'companyId':1,'locationId':2,'sku':'s','barcode':'b'}} | $delete.barcode | no such",
                "LISTINGS | {'$delete':{'companyId':'1','locationId':2,'sku':'s'}} | $delete.companyId | whole number",
                "LISTINGS | {'$delete':'1/2/s'} | $delete | must be an object of companyId, locationId, sku",
                "LISTINGS | {'$delete':null} | $delete | must be an object",
                "LISTINGS | {'$delete':{'companyId':1,'locationId':2,'sku':'s'},'sku':'s'} | $delete | must stand alone",
                "LOCATION_ATTRIBUTES | {'$delete':{'companyId':1,'barcode':'b'}} | $delete.locationId | is missing",
                "COMPANY_ATTRIBUTES | {'$delete':{'companyId':1,'locationId':2,'barcode':'b'}} | $delete.locationId | no such",
                "BPD_VARIANTS | {'$delete':{'barcode':''}} | $delete.barcode | out of form",
                // what many parsers let pass
                "BPD_VARIANTS | {'barcode':'b','barcode':'c'} | barcode | is given more than once",
                "BPD_VARIANTS | {'barcode':'b','thc':{'avg':'1','avg':'2'}} | thc.avg | is given more than once",
                "BPD_VARIANTS | {'barcode':'b','assets':{'a':[{'id':'','url':''},{'id':'','url':'','url':''}]}} "
                        + "| assets.a[1].url | is given more than once",
                "BPD_VARIANTS | {'barcode':'b','name':'\\ud800'} | name | half a surrogate pair",
                "BPD_VARIANTS | {'barcode':'b','gradingResults':{'a b':1}} | gradingResults[\"a b\"] | must be text",
                "COMPANY_CONFIGS | {'partnerId':'p','companyId':1,'variantTypePreferences':{'':[1]}} "
                        + "| variantTypePreferences[\"\"][0] | must be text",
            })
    void a_fault_is_named_by_its_field(CatalogTopic topic, String json, String field, String problem) {
        assertThat(faults(topic, json)).singleElement().satisfies(fault -> {
            assertThat(fault.field()).isEqualTo(field);
            assertThat(fault.problem()).contains(problem);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'barcode':'b'} {'barcode':'c'} | more than one value",
                "{'barcode':'b'} x               | is not JSON",
                "{'barcode':'b'                  | is not JSON",
                "{barcode:'b'}                   | is not JSON",
                "{'barcode':'b','\\ud800':1}     | is not JSON",
                "{'barcode':'b',}                | is not JSON",
                "{'barcode':'b'} // note         | is not JSON",
                "[]                              | must be an object, but is an array",
                "'b'                             | must be an object, but is the text \"b\"",
                "null                            | must be an object, but is null",
                "5                               | must be an object, but is the number 5",
            })
    void a_line_is_one_json_object_and_nothing_else(String line, String problem) {
        assertThat(faults(CatalogTopic.BPD_VARIANTS, line))
                .singleElement()
                .extracting(Fault::toString)
                .asString()
                .contains(problem)
                .doesNotContain("\n");
    }

    @Test
    void bytes_that_are_no_utf8_are_a_fault() {
        byte[] overlongSlash = {'{', '"', (byte) 0xC0, (byte) 0xAF, '"', ':', '1', '}'};
        assertThat(lines(CatalogTopic.BPD_VARIANTS, overlongSlash))
                .containsExactly(new Line.Faulty(1, List.of(new Fault("", "is not UTF-8 from byte 3 on"))));
    }

    @Test
    void nesting_without_end_is_a_fault_of_its_line() {
        String deep = "{\"barcode\":\"b\",\"name\":" + "[".repeat(100_000) + "}\n{\"barcode\":\"b\"}";
        List<Line> lines = lines(CatalogTopic.BPD_VARIANTS, deep.getBytes(StandardCharsets.UTF_8));
        assertThat(lines.get(0)).isInstanceOf(Line.Faulty.class);
        assertThat(lines.get(1)).isInstanceOf(Line.Put.class);
    }

    @Test
    void a_line_over_the_bound_is_a_fault_and_the_next_one_is_read() {
        String text = "{\"barcode\":\"" + "x".repeat(200_000) + "\"}\n{\"barcode\":\"b\"}\n";
        NdjsonReader reader = new NdjsonReader(CatalogTopic.BPD_VARIANTS, stream(text), 100_000);
        assertThat(all(reader))
                .hasSize(2)
                .startsWith(new Line.Faulty(1, List.of(new Fault("", "is longer than 100000 bytes"))))
                .last()
                .isInstanceOf(Line.Put.class);
    }

    @Test
    void blank_lines_are_skipped_and_counted() {
        String text = "\n  \r\n{\"barcode\":\"b\"}\r\n\t\n{}";
        assertThat(lines(CatalogTopic.BPD_VARIANTS, text.getBytes(StandardCharsets.UTF_8)))
                .extracting(Line::number)
                .containsExactly(3L, 5L);
    }

    @Test
    void a_byte_order_mark_at_the_start_is_no_fault() {
        String text = "\uFEFF{\"barcode\":\"b\"}\n\uFEFF{\"barcode\":\"b\"}";
        assertThat(lines(CatalogTopic.BPD_VARIANTS, text.getBytes(StandardCharsets.UTF_8)))
                .satisfiesExactly(
                        first -> assertThat(first).isInstanceOf(Line.Put.class),
                        second -> assertThat(second).isInstanceOf(Line.Faulty.class));
    }

    @Test
    void every_fault_of_a_line_is_named_up_to_a_bound() {
        assertThat(faults(CatalogTopic.BPD_VARIANTS, "{'name':1,'brand':2,'x':3}"))
                .extracting(Fault::field)
                .containsExactlyInAnyOrder("barcode", "name", "brand", "x");
        assertThat(faults(CatalogTopic.BPD_VARIANTS, "{'barcode':'b','tags':[" + "1,".repeat(999) + "1]}"))
                .hasSize(11)
                .last()
                .hasToString("and 990 more faults");
    }

    @Test
    void a_field_left_out_takes_its_default() {
        BpdVariant value =
                (BpdVariant) put(CatalogTopic.BPD_VARIANTS, "{'barcode':'b'}").value();
        assertThat(value).isEqualTo(BpdVariant.newBuilder().setBarcode("b").build());
        CompanyOverride override =
                (CompanyOverride) put(CatalogTopic.COMPANY_OVERRIDES, "{'companyId':1,'barcode':'b','thc':{}}")
                        .value();
        assertThat(override.getThc()).isEqualTo(new Range("", "", ""));
        assertThat(override.getCbd()).isNull();
    }

    @Test
    void an_explicit_value_is_kept_where_it_equals_the_default_or_is_empty() {
        CompanyOverride override = (CompanyOverride) put(
                        CatalogTopic.COMPANY_OVERRIDES,
                        "{'companyId':1,'barcode':'b','name':'','tags':[],'assets':{},'unitSize':0,'delisted':false}")
                .value();
        assertThat(override.getName()).isEmpty();
        assertThat(override.getTags()).isEmpty();
        assertThat(override.getAssets()).isEmpty();
        assertThat(override.getUnitSize()).isZero();
        assertThat(override.getDelisted()).isFalse();
    }

    @Test
    void a_whole_number_in_a_double_field_is_fine() {
        BpdVariant value = (BpdVariant)
                put(CatalogTopic.BPD_VARIANTS, "{'barcode':'b','unitSize':3}").value();
        assertThat(value.getUnitSize()).isEqualTo(3.0);
    }

    @Test
    void defaults_are_not_shared_between_records() {
        BpdVariant first =
                (BpdVariant) put(CatalogTopic.BPD_VARIANTS, "{'barcode':'b'}").value();
        first.getThc().setAvg("1");
        BpdVariant second =
                (BpdVariant) put(CatalogTopic.BPD_VARIANTS, "{'barcode':'b'}").value();
        assertThat(second.getThc().getAvg()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "", "0", "01", "9007199254740992", "-1"})
    void a_partner_names_companies_and_locations_by_ids_in_form(String id) {
        String flags = "{'badges':true,'cannabinoidOverrides':true,'displayNameOverrides':true,'labels':true}";
        String company = "{'id':'%s','name':'','provider':'','providerId':'','allowedFields':" + flags
                + ",'locations':[{'id':'%s','name':'','providerId':''}]}";
        assertThat(faults(CatalogTopic.PARTNERS, PARTNER.formatted(company.formatted("1", id))))
                .extracting(Fault::field)
                .containsExactly("allowedCompanies[0].locations[0].id");
        assertThat(faults(CatalogTopic.PARTNERS, PARTNER.formatted(company.formatted(id, "1"))))
                .extracting(Fault::field)
                .containsExactly("allowedCompanies[0].id");
    }

    @Test
    void text_of_the_file_is_shown_without_control_characters() {
        assertThat(faults(CatalogTopic.BPD_VARIANTS, "{'barcode':'b','\\u001b[2J\\u202e':1}"))
                .singleElement()
                .extracting(Fault::toString)
                .asString()
                .doesNotContain("\u001b", "\u202e");
    }

    @Test
    void a_topic_that_is_no_input_is_refused() {
        assertThatThrownBy(() -> new NdjsonReader(CatalogTopic.RESOLVED_VARIANTS, stream("")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Line.Put put(CatalogTopic topic, String json) {
        return (Line.Put) read(topic, json);
    }

    private static List<Fault> faults(CatalogTopic topic, String json) {
        Line line = read(topic, json);
        assertThat(line).isInstanceOf(Line.Faulty.class);
        return ((Line.Faulty) line).faults();
    }

    /** One line, written with single quotes for readability. */
    private static Line read(CatalogTopic topic, String json) {
        return lines(topic, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .get(0);
    }

    private static List<Line> lines(CatalogTopic topic, byte[] ndjson) {
        return all(new NdjsonReader(topic, new ByteArrayInputStream(ndjson)));
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Line> all(NdjsonReader reader) {
        List<Line> lines = new ArrayList<>();
        try {
            for (Line line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return lines;
    }
}
