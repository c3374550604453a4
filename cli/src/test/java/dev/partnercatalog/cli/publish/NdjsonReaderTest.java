package dev.partnercatalog.cli.publish;

import static dev.partnercatalog.cli.publish.Ndjson.all;
import static dev.partnercatalog.cli.publish.Ndjson.faults;
import static dev.partnercatalog.cli.publish.Ndjson.lines;
import static dev.partnercatalog.cli.publish.Ndjson.put;
import static dev.partnercatalog.cli.publish.Ndjson.read;
import static dev.partnercatalog.cli.publish.Ndjson.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.schemas.conversion.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NdjsonReaderTest {
    private static final String LINE = "{\"barcode\":\"%s\"}";

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'barcode':'b'} {'barcode':'c'} | is not JSON at column 17",
                "{'barcode':'b'} x               | is not JSON at column 17",
                "{'barcode':'b'                  | is not JSON at column",
                "{barcode:'b'}                   | is not JSON at column",
                "{'barcode':'b','\\ud800':1}     | is not JSON",
                "{'barcode':'b',}                | is not JSON",
                "{'barcode':NaN}                 | is not JSON",
                "{'barcode':'b'} // note         | is not JSON",
                "[]                              | must be an object, but is an array",
                "'b'                             | must be an object, but is the text \"b\"",
                "null                            | must be an object, but is null",
                "5                               | must be an object, but is the number 5",
            })
    void a_line_is_one_json_object_and_nothing_else(String line, String problem) {
        assertThat(faults(CatalogTopic.BPD_VARIANTS, line))
                .singleElement()
                .extracting(FieldFault::toString)
                .asString()
                .contains(problem)
                .doesNotContain("\n");
    }

    @Test
    void bytes_that_are_no_utf8_are_a_fault() {
        byte[] overlongSlash = {'{', '"', (byte) 0xC0, (byte) 0xAF, '"', ':', '1', '}'};
        assertThat(lines(CatalogTopic.BPD_VARIANTS, overlongSlash))
                .containsExactly(Line.Faulty.of(1, "is not UTF-8 from byte 3 on: save the file as UTF-8"));
    }

    @Test
    void nesting_without_end_is_a_fault_of_its_line() {
        String deep = "{\"barcode\":\"b\",\"name\":" + "[".repeat(100_000) + "}\n" + LINE;
        assertThat(lines(CatalogTopic.BPD_VARIANTS, deep.formatted("b").getBytes(StandardCharsets.UTF_8)))
                .hasExactlyElementsOfTypes(Line.Faulty.class, Line.Event.class);
    }

    @Test
    void blank_lines_are_skipped_and_counted() {
        String text = "\n  \r\n{\"barcode\":\"b\"}\r\n\t\n{}";
        assertThat(lines(CatalogTopic.BPD_VARIANTS, text.getBytes(StandardCharsets.UTF_8)))
                .extracting(Line::number)
                .containsExactly(3L, 5L);
    }

    @Test
    void a_line_over_the_bound_is_a_fault_and_the_next_one_is_read() {
        String text = LINE.formatted("x".repeat(NdjsonReader.LONGEST_LINE)) + "\n" + LINE.formatted("b");
        assertThat(lines(CatalogTopic.BPD_VARIANTS, text.getBytes(StandardCharsets.UTF_8)))
                .startsWith(Line.Faulty.of(1, "is longer than 16777216 bytes"))
                .hasExactlyElementsOfTypes(Line.Faulty.class, Line.Event.class);
    }

    @Test
    void lines_are_the_same_however_the_stream_is_cut() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 50; run++) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            for (int i = random.nextInt(10); i > 0; i--) {
                String name = "x".repeat(random.nextInt(4) == 0 ? random.nextInt(200_000) : 1);
                expected.add(name);
                text.append("{\"barcode\":\"b\",\"name\":\"").append(name).append("\"}");
                text.append(i > 1 || random.nextBoolean() ? "\n" : "");
            }
            InputStream trickle = new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)) {
                @Override
                public synchronized int read(byte[] bytes, int offset, int length) {
                    return super.read(bytes, offset, 1 + random.nextInt(length));
                }
            };
            assertThat(all(new NdjsonReader(CatalogTopic.BPD_VARIANTS, trickle)))
                    .as("seed %d run %d", seed, run)
                    .extracting(line -> ((BpdVariant) Ndjson.value(line)).getName())
                    .isEqualTo(expected);
        }
    }
}
