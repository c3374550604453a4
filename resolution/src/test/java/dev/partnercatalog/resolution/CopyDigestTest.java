package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CopyDigestTest {

    private static final long SEED = Long.getLong("seed", new Random().nextInt(1_000_000));
    private static final Scope SCOPE = Scope.of(7, 70);
    private static final ResolvedConfiguration CONFIGURATION =
            new ResolvedConfiguration(AllowedFields.ALL, Map.of(), null, null);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final CopyDigest digest = new CopyDigest();

    @Test
    @DisplayName("D31: a barcode's range is the first byte of its SHA-256, and a hash is a SHA-256")
    void ranges_and_hashes_are_of_sha256() {
        // echo -n 4001 | sha256sum
        assertThat(digest.range("4001")).isEqualTo(0xb0);
        // echo -n '{}' | sha256sum
        assertThat(HexFormat.of().formatHex(digest.hash("{}".getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }

    @Test
    @DisplayName("D31: a range without records has 64 zeros, and so does one with each of its records twice")
    void an_empty_range_has_zeros() {
        assertThat(digest.digest(255)).isEqualTo("0".repeat(64));
        byte[] hash = digest.hash(new byte[0]);
        digest.add(255, hash);
        assertThat(digest.digest(255)).isEqualTo(HexFormat.of().formatHex(hash));
        digest.add(255, hash);
        assertThat(digest.digest(255)).isEqualTo("0".repeat(64));
        assertThat(digest.count(255)).isEqualTo(2);
        assertThat(digest.count()).isEqualTo(2);
    }

    @Test
    @DisplayName("D31: the order in which records are added makes no difference")
    void the_order_of_records_makes_no_difference() {
        List<String> barcodes = new ArrayList<>(
                IntStream.range(0, 2_000).mapToObj(Integer::toString).toList());
        List<String> inOrder = digests(barcodes);
        Collections.shuffle(barcodes, new Random(SEED));

        assertThat(digests(barcodes)).as("-Dseed=%s", SEED).isEqualTo(inOrder);
    }

    private static List<String> digests(List<String> texts) {
        CopyDigest digest = new CopyDigest();
        texts.forEach(text -> digest.add(digest.range(text), digest.hash(text.getBytes(StandardCharsets.US_ASCII))));
        return IntStream.range(0, CopyDigest.RANGES).mapToObj(digest::digest).toList();
    }

    @Test
    @DisplayName("D31: changing any one field of any one record changes its range's digest, and no other")
    void any_changed_field_changes_one_range() {
        Map<String, FieldValues> catalog = new TreeMap<>();
        for (int i = 0; i < 600; i++) {
            catalog.put(Integer.toString(random.nextInt(1_000_000)), values());
        }
        List<String> before = ofRecords(catalog);
        for (VariantField field : VariantField.all()) {
            String barcode = List.copyOf(catalog.keySet()).get(random.nextInt(catalog.size()));
            FieldValues values = Objects.requireNonNull(catalog.get(barcode));
            catalog.put(
                    barcode,
                    values.toBuilder()
                            .set(field, field.kind() == Kind.FLAG ? !isSet(values, field) : Samples.of(field, 777))
                            .build());

            List<String> after = ofRecords(catalog);

            assertThat(IntStream.range(0, CopyDigest.RANGES)
                            .filter(i -> !after.get(i).equals(before.get(i))))
                    .as("%s of %s, -Dseed=%s", field, barcode, SEED)
                    .containsExactly(digest.range(barcode));
            catalog.put(barcode, values);
        }
    }

    private static boolean isSet(FieldValues values, VariantField field) {
        return Boolean.TRUE.equals(values.flag(field));
    }

    private FieldValues values() {
        FieldValues.Builder values = FieldValues.builder();
        for (VariantField field : VariantField.all()) {
            if (random.nextBoolean()) {
                values.set(field, Samples.of(field, random.nextInt(700)));
            }
        }
        return values.build();
    }

    /** Uses images, as the API does; each hash equals that of the record as text. */
    private List<String> ofRecords(Map<String, FieldValues> catalog) {
        CopyDigest ofAll = new CopyDigest();
        ScopeView view = new ScopeView(CONFIGURATION, SCOPE);
        catalog.forEach((barcode, values) -> {
            ResolvedEntry entry = new VariantLayers(values, null, null, null).resolve();
            VariantImage image = new VariantImage(VariantImage.of(barcode, entry), 0);
            byte[] hash = ofAll.hash(image, view);
            var written = new ByteArrayOutputStream();
            image.writeTo(written::write, view);
            assertThat(hash).isEqualTo(digest.hash(written.toByteArray()));
            ofAll.add(ofAll.range(barcode), hash);
        });
        assertThat(ofAll.count()).isEqualTo(catalog.size());
        return IntStream.range(0, CopyDigest.RANGES).mapToObj(ofAll::digest).toList();
    }
}
