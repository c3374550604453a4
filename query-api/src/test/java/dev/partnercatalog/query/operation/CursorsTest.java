package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.operation.Cursors.Cursor;
import dev.partnercatalog.query.operation.Cursors.ViewFingerprint;
import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CursorsTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final Scope SCOPE = Scope.of(7, 70);
    private static final long TOPICS = 5;

    private final Cursors cursors = new Cursors(new byte[32], TOPICS);

    @Test
    void every_instance_with_the_same_key_reads_a_cursor_as_it_was_issued() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 500; seed++) {
            Cursor cursor = cursor(new SplittableRandom(seed));
            String text = cursors.text(cursor, "p1", SCOPE);
            assertThat(text).as("-Dseed=%s", seed).matches("[A-Za-z0-9_-]{1,512}");
            assertThat(new Cursors(new byte[32], TOPICS).read(text, "p1", SCOPE))
                    .contains(new Cursors.Issued(cursor, true));
        }
    }

    @Test
    void a_cursor_is_invalid_for_another_partner_scope_or_key() {
        String text = cursors.text(cursor(new SplittableRandom(FIRST_SEED)), "p1", SCOPE);
        assertThat(cursors.read(text, "p2", SCOPE)).isEmpty();
        assertThat(cursors.read(text, "p", SCOPE)).isEmpty();
        assertThat(cursors.read(text, "p1", Scope.of(7, 71))).isEmpty();
        assertThat(cursors.read(text, "p1", new Scope.Company(7))).isEmpty();
        assertThat(cursors.read(text, "p1", Scope.of(8, 70))).isEmpty();
        byte[] other = new byte[32];
        other[31] = 1;
        assertThat(new Cursors(other, TOPICS).read(text, "p1", SCOPE)).isEmpty();
    }

    @Test
    void a_cursor_of_topics_that_were_made_anew_is_known_as_such() {
        Cursor cursor = cursor(new SplittableRandom(FIRST_SEED));
        String text = cursors.text(cursor, "p1", SCOPE);
        assertThat(new Cursors(new byte[32], TOPICS + 1).read(text, "p1", SCOPE))
                .contains(new Cursors.Issued(cursor, false));
    }

    @Test
    void a_cursor_with_any_bit_changed_is_invalid() {
        byte[] whole =
                Base64.getUrlDecoder().decode(cursors.text(cursor(new SplittableRandom(FIRST_SEED)), "p1", SCOPE));
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] forged = whole.clone();
            forged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(cursors.read(Base64.getUrlEncoder().withoutPadding().encodeToString(forged), "p1", SCOPE))
                    .isEmpty();
        }
    }

    @Test
    void any_other_text_is_not_a_cursor() {
        for (String text :
                new String[] {"", "A", "==", "no cursor", "\u0000", "é", "A".repeat(512), "A".repeat(100_000)}) {
            assertThat(cursors.read(text, "p1", SCOPE)).isEmpty();
        }
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 500; seed++) {
            var random = new SplittableRandom(seed);
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = 1;
            }
            assertThat(cursors.read(Base64.getUrlEncoder().encodeToString(bytes), "p1", SCOPE))
                    .as("-Dseed=%s", seed)
                    .isEmpty();
        }
    }

    @Test
    void records_of_two_configurations_match_neither() {
        Cursor first = Cursor.snapshot(5, new CatalogPosition(1, 2), 3);
        assertThat(first.walkedTo("A", 5).walkedTo(null, 5).view()).isEqualTo(5);
        assertThat(first.walkedTo("A", 6).walkedTo("B", 5).walkedTo(null, 5).view())
                .isEqualTo(ViewFingerprint.MIXED);
        assertThat(first.walkedTo("A", 5).walkedTo(null, 6).view()).isEqualTo(ViewFingerprint.MIXED);
    }

    private static Cursor cursor(SplittableRandom random) {
        Cursor.Kind[] kinds = Cursor.Kind.values();
        return new Cursor(
                kinds[random.nextInt(kinds.length)],
                random.nextLong(),
                new CatalogPosition(random.nextLong(1L << 60), random.nextLong(1L << 60)),
                random.nextLong(1L << 40),
                random.nextLong(1L << 40),
                "!~".repeat(32).substring(0, random.nextInt(65)));
    }

    @Test
    void every_part_of_a_configuration_counts() {
        AllowedFields none = new AllowedFields(false, false, false, false);
        List<ResolvedConfiguration> all = List.of(
                new ResolvedConfiguration(none, Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(true, false, false, false), Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(false, true, false, false), Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(false, false, true, false), Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(false, false, false, true), Map.of(), null, null),
                new ResolvedConfiguration(none, Map.of(), "%", null),
                new ResolvedConfiguration(none, Map.of(), "", null),
                new ResolvedConfiguration(none, Map.of(), null, "%"),
                new ResolvedConfiguration(none, Map.of("", List.of()), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of()), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of(new AssetEntry("P", 1, 1))), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of(new AssetEntry("P", 2, 1))), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of(new AssetEntry("P", 1, 2))), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of(new AssetEntry("Q", 1, 1))), null, null));
        Set<Long> numbers = new HashSet<>();
        all.forEach(each -> numbers.add(ViewFingerprint.of(each)));
        assertThat(numbers).hasSize(all.size()).doesNotContain(ViewFingerprint.MIXED);
    }

    @Test
    void the_same_configuration_has_the_same_number_on_every_instance() {
        assertThat(ViewFingerprint.of(new ResolvedConfiguration(
                        AllowedFields.ALL,
                        Map.of("B", List.of(), "A", List.of(new AssetEntry("P", 1, 1))),
                        "mg",
                        null)))
                .isEqualTo(ViewFingerprint.of(new ResolvedConfiguration(
                        AllowedFields.ALL,
                        Map.of("A", List.of(new AssetEntry("P", 1, 1)), "B", List.of()),
                        "mg",
                        null)));
    }
}
