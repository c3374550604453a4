package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** D24: what a webhook's record contains; a failure of the random test reports its seed. */
class RecordMembersTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int RECORDS = 400;
    private static final Set<String> IDENTIFYING = Set.of("barcode", "companyId", "locationId");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "name               | {'barcode':'b','companyId':1,'locationId':2,'name':'a, {\\'x\\'} ]'}",
                "thc, unknown       | {'barcode':'b','companyId':1,'locationId':2,'thc':{'avg':'1','max':'','min':''}}",
                "``                 | {'barcode':'b','companyId':1,'locationId':2}",
                "badges             | {'barcode':'b','companyId':1,'locationId':2}",
                "catalogSource      | {'barcode':'b','catalogSource':{},'companyId':1,'locationId':2}",
                "catalogSource, thc, delisted | {'barcode':'b','catalogSource':{'delisted':'BPD','thc':'Company'},"
                        + "'companyId':1,'delisted':false,'locationId':2,'thc':{'avg':'1','max':'','min':''}}",
                "aromas, unitSize   | {'aromas':['}',''],'barcode':'b','companyId':1,'locationId':2,'unitSize':-1.5E-7}"
            })
    void D24_a_record_contains_its_ids_and_the_chosen_fields(String fields, String expected) {
        String record = "{'aromas':['}',''],'barcode':'b',"
                + "'catalogSource':{'aromas':'BPD','delisted':'BPD','name':'Location','thc':'Company'},'companyId':1,"
                + "'delisted':false,'locationId':2,'name':'a, {\\'x\\'} ]','thc':{'avg':'1','max':'','min':''},"
                + "'unitSize':-1.5E-7}";
        RecordFields chosen = RecordFields.of(List.of(fields.split(", ")));
        assertThat(text(RecordMembers.select(bytes(json(record)), chosen))).isEqualTo(json(expected));
    }

    @Test
    void for_any_choice_and_any_record_nothing_else_is_left_out_or_changed() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RECORDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Given given = new RandomCatalog(seed).next();
            byte[] record = PartnerView.json("4001", given.layers().resolve(), given.configuration(), Scope.of(7, 70));
            List<String> names = new ArrayList<>(RecordFields.ALL.names());
            names.removeIf(name -> random.nextInt(3) == 0);
            RecordFields chosen = RecordFields.of(names);

            byte[] selected = RecordMembers.select(record, chosen);

            assertThat(text(selected)).as("-Dseed=%s %s", seed, names).isEqualTo(selectedByParsing(record, names));
            assertThat(RecordMembers.select(record, RecordFields.ALL)).isSameAs(record);
            assertThat(RecordMembers.fields(selected))
                    .isEqualTo(RecordMembers.fields(record).and(chosen));
            assertVisitsEachMember(selected);
        }
    }

    private static String selectedByParsing(byte[] record, List<String> names) {
        ObjectNode json = (ObjectNode) Given.parse(record);
        List<String> all = new ArrayList<>(names);
        all.addAll(IDENTIFYING);
        json.retain(all);
        if (json.get("catalogSource") instanceof ObjectNode sources) {
            sources.retain(names);
        }
        return SortedJson.write(json);
    }

    private static void assertVisitsEachMember(byte[] record) {
        JsonNode json = Given.parse(record);
        Set<String> visited = new TreeSet<>();
        RecordMembers.forEach(record, (number, start, end) -> {
            JsonNode member = Given.parse(bytes("{" + text(Arrays.copyOfRange(record, start, end)) + "}"));
            String name = RecordFields.name(number);
            assertThat(member.get(name)).isEqualTo(json.get(name));
            visited.add(name);
        });
        visited.addAll(IDENTIFYING);
        assertThat(visited)
                .containsExactlyElementsOf(new TreeSet<>(
                        json.propertyStream().map(java.util.Map.Entry::getKey).toList()));
    }

    @Test
    void the_fields_to_choose_from_are_those_of_a_variant_and_where_they_come_from() {
        assertThat(RecordFields.ALL.names())
                .containsExactlyElementsOf(Stream.concat(
                                VariantField.all().stream().map(VariantField::jsonName), Stream.of("catalogSource"))
                        .sorted()
                        .toList());
        assertThat(RecordFields.of(RecordFields.ALL.names())).isEqualTo(RecordFields.ALL);
        assertThat(RecordFields.isField("barcode")).isFalse();
    }

    /** Stores keep the fields by their numbers. */
    @Test
    void a_field_keeps_its_number() {
        assertThat(RecordFields.of(List.of("appearance", "catalogSource")).bits())
                .isEqualTo(3);
        assertThat(RecordFields.of(List.of("name", "cbd")).bits()).isEqualTo((1L << 22) | (1L << 8));
        assertThat(RecordFields.of(List.of("variantType", "stateCodes")).bits()).isEqualTo((1L << 43) | (1L << 44));
    }

    @Test
    void a_record_with_an_unknown_member_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordMembers.fields(bytes("{\"barcode\":\"b\",\"colour\":\"red\"}")))
                .withMessageContaining("\"colour\"");
    }

    private static String json(String text) {
        return text.replace("\\'", "\\\"").replace('\'', '"');
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
