package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.VariantKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SinkStateTest {

    private static final long LARGEST = (1L << 53) - 1;
    private static final Hash HASH = new Hash(1, 2);

    private final MemoryStore store = new MemoryStore();
    private final SinkState state = new SinkState(store);

    @Test
    void listed_variants_come_company_by_company_in_the_order_of_their_numbers() {
        ScopedVariant first = new ScopedVariant(9, 9, "b");
        ScopedVariant second = new ScopedVariant(9, 10, "a");
        ScopedVariant third = new ScopedVariant(9, 10, "ab");
        ScopedVariant fourth = new ScopedVariant(9, LARGEST, "!");
        for (ScopedVariant variant : List.of(
                fourth, third, new ScopedVariant(8, LARGEST, "~"), second, new ScopedVariant(10, 1, "a"), first)) {
            state.putListed(variant, record(variant));
        }

        assertThat(state.listedAfter(9, null, 10)).containsExactly(first, second, third, fourth);
        assertThat(state.listedAfter(9, null, 2)).containsExactly(first, second);
        assertThat(state.listedAfter(9, second, 10)).containsExactly(third, fourth);
        assertThat(state.listedAfter(9, fourth, 10)).isEmpty();
        assertThat(state.listed(second)).isEqualTo(record(second));
        assertThat(state.isListed(second)).isTrue();
    }

    @Test
    void a_variant_that_is_taken_off_the_list_is_gone() {
        ScopedVariant variant = new ScopedVariant(1, 2, "a");
        state.putListed(variant, record(variant));
        state.deleteListed(variant);

        assertThat(state.listed(variant)).isNull();
        assertThat(state.isListed(variant)).isFalse();
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

    private static ResolvedVariant record(ScopedVariant variant) {
        return VariantRecords.variant(
                VariantKey.ofCompany(variant.barcode(), variant.companyId()),
                1,
                true,
                new ResolvedEntry(FieldValues.builder().build(), Set.of(), Set.of(), List.of(), null, null));
    }
}
