package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SinkStateTest {

    private static final long LARGEST = (1L << 53) - 1;
    private static final Hash HASH = new Hash(1, 2);
    private static final Acknowledged ACKNOWLEDGED = Acknowledged.accepted(new Acknowledged.Receipt(HASH, 3));
    private static final ComparisonProgress COMPARED = ComparisonProgress.begun(HASH, 4);

    private final MemoryStore store = new MemoryStore();
    private final CatalogInTest kept = CatalogInTest.open();
    private final SinkState state = new SinkState(store, kept.catalog());

    @AfterEach
    void stop() {
        kept.giveBack();
    }

    @Test
    void what_is_listed_and_what_is_acknowledged_come_side_by_side_in_the_order_of_their_barcodes() {
        ScopedVariant listed = new ScopedVariant(Scope.of(9, LARGEST), "!");
        ScopedVariant both = new ScopedVariant(new Scope.Company(9), "a");
        ScopedVariant acknowledged = new ScopedVariant(Scope.of(9, 10), "a");
        ScopedVariant last = new ScopedVariant(Scope.of(9, 10), "ab");
        for (ScopedVariant variant : List.of(
                last,
                new ScopedVariant(Scope.of(8, LARGEST), "~"),
                both,
                new ScopedVariant(Scope.of(10, 1), "a"),
                listed)) {
            assertThat(kept.list(variant)).containsExactly(variant);
        }
        byte[] image = kept.put(both, "name");
        state.putAcknowledged("p", both, ACKNOWLEDGED);
        state.putAcknowledged("p", acknowledged, ACKNOWLEDGED);
        state.putAcknowledged("q", last, ACKNOWLEDGED);

        assertThat(variants(state.listedAndAcknowledgedAfter("p", 9, null, null, 10)))
                .containsExactly(listed, both, acknowledged, last);
        assertThat(variants(state.listedAndAcknowledgedAfter("p", 9, null, null, 2)))
                .containsExactly(listed, both);
        assertThat(variants(state.listedAndAcknowledgedAfter("p", 9, null, both, 10)))
                .containsExactly(acknowledged, last);
        assertThat(state.listedAndAcknowledgedAfter("p", 9, null, last, 10)).isEmpty();
        assertThat(variants(state.listedAndAcknowledgedAfter("p", 9, "a", null, 10)))
                .containsExactly(both, acknowledged);
        assertThat(variants(state.listedAndAcknowledgedAfter("p", 9, "a", both, 10)))
                .containsExactly(acknowledged);
        assertThat(state.listedAndAcknowledgedAfter("p", 9, "b", null, 10)).isEmpty();
        assertThat(state.listedAndAcknowledgedAfter("p", 9, null, null, 10))
                .extracting(ListedAndAcknowledged::image, ListedAndAcknowledged::acknowledged)
                .containsExactly(
                        tuple(null, Acknowledged.NOTHING),
                        tuple(image, ACKNOWLEDGED),
                        tuple(null, ACKNOWLEDGED),
                        tuple(null, Acknowledged.NOTHING));
    }

    @Test
    void what_holds_at_a_scope_is_the_same_read_alone_or_side_by_side() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            kept.holdOnly(List.of(), List.of());
            kept.clearProducts();
            for (int i = 0; i < 15; i++) {
                kept.product("b" + i, CatalogInTest.product("b" + i, random.nextInt(2)));
            }
            SinkState filled = new SinkState(new MemoryStore(), kept.catalog());
            int scopes = 1 + random.nextInt(4);
            int unlisted = 4 + random.nextInt(40);
            for (int i = random.nextInt(60); i > 0; i--) {
                ScopedVariant variant =
                        new ScopedVariant(Scope.of(7, 6 + random.nextInt(scopes)), "b" + random.nextInt(15));
                switch (random.nextInt(unlisted)) {
                    case 0 -> kept.list(variant);
                    case 1 -> filled.putAcknowledged("p", variant, ACKNOWLEDGED);
                    case 2 -> kept.refer(variant, random.nextInt(2));
                    default -> kept.put(variant, "n" + i);
                }
            }
            String one = "b" + random.nextInt(15);
            ScopedVariant after = random.nextBoolean() ? null : new ScopedVariant(new Scope.Company(7), one);
            String barcode = random.nextBoolean() ? null : one;

            assertThat(filled.listedAndAcknowledgedAfter("p", 7, barcode, after, 100))
                    .as("seed %s", seed)
                    .allSatisfy(both -> assertThat(both.image())
                            .isEqualTo(filled.listedAndAcknowledged("p", both.variant())
                                    .image()));
        }
    }

    private static List<ScopedVariant> variants(List<ListedAndAcknowledged> rows) {
        return rows.stream().map(ListedAndAcknowledged::variant).toList();
    }

    @Test
    void partners_whose_ids_begin_alike_are_kept_apart() {
        ScopedVariant variant = new ScopedVariant(Scope.of(1, 2), "a");
        for (String partnerId : List.of("a", "ab", "a-", "A", "zz")) {
            state.putAcknowledged(partnerId, variant, ACKNOWLEDGED);
            state.marks().mark(partnerId, variant, 5, PublicationTime.UNKNOWN);
            state.putCompared(partnerId, 1, COMPARED);
        }

        assertThat(variants(state.listedAndAcknowledgedAfter("a", 1, null, null, 10)))
                .containsExactly(variant);
        assertThat(state.marks().after("a", null, 10)).containsExactly(variant);
        assertThat(state.compared("a")).isEqualTo(Map.of(1L, COMPARED));
        assertThat(state.marks().partners()).containsExactlyInAnyOrder("a", "ab", "a-", "A", "zz");
        state.marks().take("ab", variant);
        assertThat(state.marks().partners()).containsExactlyInAnyOrder("a", "a-", "A", "zz");
    }

    @Test
    void what_is_due_comes_page_by_page() {
        List<ScopedVariant> all = new ArrayList<>();
        for (int i = 10; i < 35; i++) {
            ScopedVariant variant = new ScopedVariant(Scope.of(1 + i / 20, 7), "b" + i);
            state.marks().mark("p", variant, i, PublicationTime.UNKNOWN);
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
        ScopedVariant variant = new ScopedVariant(new Scope.Company(LARGEST), "~!\"\\");
        state.marks().mark("p", variant, 17, PublicationTime.UNKNOWN);
        Due refused =
                new Due(18, 2, 100, new Due.Refused(HASH, 3, 4, 5, "refused (status 422) é"), PublicationTime.UNKNOWN);
        state.marks().put("q", variant, refused);
        state.putActivity("p", Activity.NEVER.begun().ended().begun());
        state.putActivity("q", Activity.NEVER.begun().ended());

        assertThat(state.marks().get("p", variant)).isEqualTo(Due.at(17, PublicationTime.UNKNOWN));
        assertThat(state.marks().get("q", variant)).isEqualTo(refused);
        assertThat(state.marks().after("p", null, 1)).containsExactly(variant);
        assertThat(state.activities()).isEqualTo(Map.of("p", new Activity(true, 2), "q", new Activity(false, 1)));
    }

    @Test
    void a_mark_keeps_the_earliest_time_of_what_made_it() {
        ScopedVariant variant = new ScopedVariant(Scope.of(1, 2), "A");
        PublicationTime first = new PublicationTime(5L);
        state.marks().mark("p", variant, 17, first);
        assertThat(eventTime(variant)).isEqualTo(first);
        state.marks().mark("p", variant, 18, new PublicationTime(9L));
        assertThat(eventTime(variant)).isEqualTo(new PublicationTime(5L));
        state.marks().mark("p", variant, 19, PublicationTime.UNKNOWN);
        assertThat(eventTime(variant)).isEqualTo(new PublicationTime(5L));
    }

    @Test
    void how_far_scans_have_come_and_what_is_on_its_way_is_read_as_it_was_written() {
        ScopedVariant variant = new ScopedVariant(new Scope.Company(LARGEST), "~!\"\\");
        Resync resync = new Resync(3, new Scope.Company(LARGEST), "b", 5, null).upTo(variant);
        Intent intent = new Intent(
                9,
                "p",
                7,
                8,
                true,
                List.of(
                        new Intent.Entry(variant, HASH, true, false, 5, new PublicationTime(5L)),
                        new Intent.Entry(
                                variant.atAllOfCompany(), Hash.NONE, false, true, 6, PublicationTime.UNKNOWN)));
        state.putCompared("p", 1, COMPARED.upTo(variant));
        state.putCompared("p", 2, COMPARED.whole());
        state.putResync("p", resync);
        state.putResync("p", new Resync(4, new Scope.AllOfCompany(1), null, 5, null));
        state.intents().put(intent);
        SinkState restored = new SinkState(store.restored(store.length()), CatalogInTest.none());

        assertThat(restored.compared("p")).isEqualTo(Map.of(1L, COMPARED.upTo(variant), 2L, COMPARED.whole()));
        assertThat(restored.resyncs("p"))
                .containsExactly(resync, new Resync(4, new Scope.AllOfCompany(1), null, 5, null));
        assertThat(restored.intents().load()).containsExactly(intent);
        assertThat(Objects.requireNonNull(restored.backlogs().of("p")).count()).isEqualTo(2);
        restored.intents().delete(intent);
        assertThat(restored.backlogs().of("p")).isNull();
        assertThat(restored.intents().load()).isEmpty();
    }

    private PublicationTime eventTime(ScopedVariant variant) {
        return Objects.requireNonNull(state.marks().get("p", variant)).eventTime();
    }

    @Test
    void a_partner_that_has_nothing_takes_no_room() {
        ScopedVariant variant = new ScopedVariant(Scope.of(1, 2), "a");
        state.putAcknowledged("p", variant, ACKNOWLEDGED);
        state.putAcknowledged("p", variant, Acknowledged.NOTHING);

        assertThat(state.acknowledged("p", variant)).isEqualTo(Acknowledged.NOTHING);
        assertThat(store.approximateNumEntries()).isZero();
    }

    @Test
    void times_are_unique_and_grow_though_the_clock_goes_back_or_the_task_moves() {
        assertThat(state.uniqueTime(1_000)).isEqualTo(1_000);
        assertThat(state.uniqueTime(1_000)).isEqualTo(1_001);
        assertThat(state.uniqueTime(500)).isEqualTo(1_002);
        SinkState elsewhere = new SinkState(store.restored(store.length()), CatalogInTest.none());
        assertThat(elsewhere.uniqueTime(900)).isEqualTo(1_003);
        assertThat(elsewhere.uniqueTime(2_000)).isEqualTo(2_000);
    }
}
