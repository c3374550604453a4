package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.VariantKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SinkStateTest {

    private static final long LARGEST = (1L << 53) - 1;
    private static final Hash HASH = new Hash(1, 2);

    private final MemoryStore store = new MemoryStore();
    private final SinkState state = new SinkState(store);

    @Test
    void listed_variants_come_company_by_company_in_the_order_of_their_barcodes() {
        ScopedVariant first = new ScopedVariant(9, LARGEST, "!");
        ScopedVariant second = new ScopedVariant(9, 9, "a");
        ScopedVariant third = new ScopedVariant(9, 10, "a");
        ScopedVariant fourth = new ScopedVariant(9, 10, "ab");
        for (ScopedVariant variant : List.of(
                fourth, third, new ScopedVariant(8, LARGEST, "~"), second, new ScopedVariant(10, 1, "a"), first)) {
            list(variant, "sku-of-" + variant.barcode());
        }

        assertThat(state.listedAfter(9, null, 10)).containsExactly(first, second, third, fourth);
        assertThat(state.listedAfter(9, null, 2)).containsExactly(first, second);
        assertThat(state.listedAfter(9, second, 10)).containsExactly(third, fourth);
        assertThat(state.listedAfter(9, fourth, 10)).isEmpty();
        ScopedVariant company = new ScopedVariant(9, 9, "a");
        assertThat(state.listedOf(company, null, 10)).containsExactly(second, third);
        assertThat(state.listedOf(company, second, 10)).containsExactly(third);
        assertThat(state.listedOf(company, null, 1)).containsExactly(second);
        assertThat(state.listedOf(new ScopedVariant(9, 9, "b"), null, 10)).isEmpty();
    }

    @Test
    void a_scope_lists_a_variant_from_its_first_sku_to_its_last() {
        ScopedVariant variant = new ScopedVariant(1, 2, "a");
        assertThat(list(variant, "s")).containsExactly(variant);
        assertThat(list(variant, "t")).isEmpty();
        assertThat(list(variant, "t")).isEmpty();
        assertThat(list(new ListingKey(1, 2, "s"), null)).isEmpty();
        assertThat(state.isListed(variant)).isTrue();
        assertThat(list(new ListingKey(1, 2, "t"), "b")).containsExactly(variant, new ScopedVariant(1, 2, "b"));
        assertThat(state.isListed(variant)).isFalse();
        assertThat(list(new ListingKey(1, 2, "t"), null)).containsExactly(new ScopedVariant(1, 2, "b"));
        assertThat(store.approximateNumEntries()).isZero();
    }

    @Test
    void the_entry_of_the_scope_itself_holds_before_its_companys() {
        ScopedVariant company = new ScopedVariant(1, 1, "a");
        ScopedVariant location = new ScopedVariant(1, 2, "a");
        list(location, "s");
        assertThat(state.isDeliverable(location)).isFalse();
        state.putEntry(company, record(company, "Company's"));
        assertThat(state.isDeliverable(location)).isTrue();
        assertThat(state.isDeliverable(company)).isFalse();
        assertThat(state.listed(location)).isEqualTo(record(company, "Company's"));
        assertThat(state.listed(company)).isNull();
        state.putEntry(location, record(location, "Here"));
        assertThat(state.listed(location)).isEqualTo(record(location, "Here"));
        state.putEntry(location, null);
        assertThat(state.listed(location)).isEqualTo(record(company, "Company's"));
        assertThat(state.listed(new ScopedVariant(1, 3, "a"))).isNull();
    }

    private List<ScopedVariant> list(ScopedVariant variant, String sku) {
        return list(new ListingKey(variant.companyId(), variant.locationId(), sku), variant.barcode());
    }

    private List<ScopedVariant> list(ListingKey listing, @Nullable String barcode) {
        List<ScopedVariant> changed = state.list(listing, barcode);
        assertThat(state.list(listing, barcode)).as("after a crash in between").isEqualTo(changed);
        state.putBarcode(listing, barcode);
        assertThat(state.list(listing, barcode)).isEmpty();
        return changed;
    }

    @Test
    void partners_whose_ids_begin_alike_are_kept_apart() {
        ScopedVariant variant = new ScopedVariant(1, 2, "a");
        for (String partnerId : List.of("a", "ab", "a-", "A", "zz")) {
            state.putHeld(partnerId, variant, Held.accepted(HASH, HASH));
            state.marks().mark(partnerId, variant, 5, Cause.UNKNOWN);
            state.putCompared(partnerId, 1, HASH);
        }

        assertThat(state.heldAfter("a", 1, null, 10)).containsExactly(variant);
        assertThat(state.marks().after("a", null, 10)).containsExactly(variant);
        assertThat(state.compared("a")).isEqualTo(Map.of(1L, HASH));
        assertThat(state.marks().partners()).containsExactlyInAnyOrder("a", "ab", "a-", "A", "zz");
        state.marks().clear("ab", variant);
        assertThat(state.marks().partners()).containsExactlyInAnyOrder("a", "a-", "A", "zz");
    }

    @Test
    void what_is_due_comes_page_by_page() {
        List<ScopedVariant> all = new ArrayList<>();
        for (int i = 10; i < 35; i++) {
            ScopedVariant variant = new ScopedVariant(1 + i / 20, 7, "b" + i);
            state.marks().mark("p", variant, i, Cause.UNKNOWN);
            all.add(variant);
        }

        List<ScopedVariant> read = new ArrayList<>();
        ScopedVariant after = null;
        for (List<ScopedVariant> page = state.marks().after("p", after, 4);
                !page.isEmpty();
                page = state.marks().after("p", after, 4)) {
            read.addAll(page);
            after = page.get(page.size() - 1);
        }
        assertThat(read).isEqualTo(all);
    }

    @Test
    void marks_and_activities_are_read_as_they_were_written() {
        ScopedVariant variant = new ScopedVariant(LARGEST, LARGEST, "~!\"\\");
        state.marks().mark("p", variant, 17, Cause.UNKNOWN);
        state.marks().refused("p", variant, 99);
        state.marks().refused("p", variant, 100);
        state.putActivity("p", Activity.NEVER.begun().ended().begun());
        state.putActivity("q", Activity.NEVER.begun().ended());

        assertThat(state.marks().get("p", variant)).isEqualTo(new Due(17, 2, 100, Cause.UNKNOWN));
        assertThat(state.marks().after("p", null, 1)).containsExactly(variant);
        assertThat(state.activities()).isEqualTo(Map.of("p", new Activity(true, 2), "q", new Activity(false, 1)));
    }

    @Test
    void a_mark_keeps_the_earliest_time_and_the_latest_trace_of_what_made_it() {
        ScopedVariant variant = new ScopedVariant(1, 2, "A");
        Cause first = new Cause(5L, trace('a'));
        state.marks().mark("p", variant, 17, first);
        assertThat(cause(variant)).isEqualTo(first);
        state.marks().mark("p", variant, 18, new Cause(9L, trace('b')));
        assertThat(cause(variant)).isEqualTo(new Cause(5L, trace('b')));
        state.marks().mark("p", variant, 19, Cause.UNKNOWN);
        assertThat(cause(variant)).isEqualTo(new Cause(5L, trace('b')));
        state.marks().keepFor("p", variant, new Cause(null, trace('c')));
        assertThat(cause(variant)).isEqualTo(new Cause(null, trace('c')));
        state.marks().keepFor("p", variant, Cause.UNKNOWN);
        assertThat(cause(variant)).isEqualTo(Cause.UNKNOWN);
    }

    @Test
    void a_mark_from_before_there_were_causes_is_still_read() {
        byte[] before = ByteBuffer.allocate(21)
                .put((byte) 1)
                .putLong(17)
                .putInt(2)
                .putLong(100)
                .array();
        assertThat(Due.decode(before)).isEqualTo(new Due(17, 2, 100, Cause.UNKNOWN));
    }

    private Cause cause(ScopedVariant variant) {
        return Objects.requireNonNull(state.marks().get("p", variant)).cause();
    }

    private static TraceParent trace(char digit) {
        return new TraceParent("00-" + String.valueOf(digit).repeat(32) + "-00f067aa0ba902b7-01");
    }

    @Test
    void a_partner_that_has_nothing_takes_no_room() {
        ScopedVariant variant = new ScopedVariant(1, 2, "a");
        state.putHeld("p", variant, Held.accepted(HASH, HASH));
        state.putHeld("p", variant, Held.NOTHING);

        assertThat(state.held("p", variant)).isEqualTo(Held.NOTHING);
        assertThat(store.approximateNumEntries()).isZero();
    }

    @Test
    void times_are_unique_and_grow_though_the_clock_goes_back_or_the_task_moves() {
        assertThat(state.uniqueTime(1_000)).isEqualTo(1_000);
        assertThat(state.uniqueTime(1_000)).isEqualTo(1_001);
        assertThat(state.uniqueTime(500)).isEqualTo(1_002);
        SinkState elsewhere = new SinkState(store.restored(store.length()));
        assertThat(elsewhere.uniqueTime(900)).isEqualTo(1_003);
        assertThat(elsewhere.uniqueTime(2_000)).isEqualTo(2_000);
    }

    private static ResolvedVariant record(ScopedVariant variant, String name) {
        FieldValues values = FieldValues.builder().set(VariantField.NAME, name).build();
        return VariantRecords.variant(
                VariantKey.ofCompany(variant.barcode(), variant.companyId()),
                1,
                new ResolvedEntry(values, Set.of(), Set.of(), List.of(), null, null));
    }
}
