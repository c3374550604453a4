package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Compares what is spliced from an image with what is rendered from the entry, byte for byte; a failure reports its
 * seed.
 */
@Order(1)
class VariantImageTest {

    private static final int ENTRIES = Integer.getInteger("entries", 8);
    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final List<@Nullable String> UNITS = Arrays.asList(null, "%", " MG / g", "Mg", "mg/g", "ppm", "");
    private static final List<Scope> SCOPES =
            List.of(Scope.of(7, 70), new Scope.Company(1), Scope.of(9_007_199_254_740_991L, 1));

    @Test
    void D36_what_is_spliced_is_what_is_rendered_for_all_flags_units_assets_scopes_and_choices_of_fields() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + ENTRIES; seed++) {
            var catalog = new RandomCatalog(seed);
            Given given = catalog.next();
            assertSameForAll(
                    seed,
                    given.layers().resolve(),
                    List.of(
                            Map.of(),
                            given.configuration().variantAssetConfig(),
                            oddAssets(new SplittableRandom(seed))));
        }
    }

    @Test
    void what_is_spliced_is_what_is_rendered_whatever_units_an_override_has() {
        List<String> units = List.of("%", "mg/g", "mg", "MG / G", "ppm", "");
        for (String own : units) {
            for (String overridden : units) {
                FieldValues bpd = potency(own, 3.5)
                        .set(VariantField.CBD, MeasuredRange.EMPTY)
                        .build();
                FieldValues override =
                        potency(overridden, own.isEmpty() ? 0 : 2).build();
                assertSameForAll(0, new VariantLayers(bpd, override, null, null).resolve(), List.of(Map.of()));
            }
        }
    }

    @Test
    void the_version_is_raised_whenever_an_entrys_image_changes() throws NoSuchAlgorithmException {
        String known = "6 fd799f88f02ddaf3e0db56a83117ef54f7c277fbad4b796e702a9a0a3bbadefe";
        int next = known.startsWith(VariantImage.VERSION + " ") ? VariantImage.VERSION + 1 : VariantImage.VERSION;
        assertThat(images(VariantImage.VERSION).equals(known))
                .as(
                        "Images that are stored would no longer be those that this program makes: set"
                                + " VariantImage.VERSION to %d, as for each new field, and put here: %s",
                        next, images(next))
                .isTrue();
    }

    /** The version and a digest of images. */
    private static String images(int version) throws NoSuchAlgorithmException {
        MessageDigest images = MessageDigest.getInstance("SHA-256");
        for (long seed = 1; seed <= 50; seed++) {
            byte[] image = VariantImage.of(
                    "4001", new RandomCatalog(seed).next().layers().resolve());
            image[0] = (byte) version;
            images.update(image);
        }
        return version + " " + HexFormat.of().formatHex(images.digest());
    }

    private static FieldValues.Builder potency(String unit, double size) {
        MeasuredRange range = new MeasuredRange("12.5", "", "0.33335");
        return FieldValues.builder()
                .set(VariantField.THC, range)
                .set(VariantField.TAC, range)
                .set(VariantField.SECONDARY_CANNABINOIDS, Map.of("CBG", range))
                .set(VariantField.CANNABIS_UNIT_OF_MEASURE, unit)
                .set(VariantField.TOTAL_TERPENE, range)
                .set(VariantField.TERPENE_UNIT_OF_MEASURE, unit)
                .set(VariantField.UNIT_SIZE, size)
                .set(VariantField.UNIT_OF_MEASURE, "g");
    }

    private static FieldValues attributes(String text, List<String> texts) {
        return FieldValues.builder()
                .set(VariantField.NAME, text)
                .set(VariantField.PARENT_PRODUCT_NAME, text)
                .set(VariantField.DESCRIPTION, text)
                .set(VariantField.TAGS, texts)
                .set(VariantField.BADGES, texts)
                .set(VariantField.LABELS, texts)
                .build();
    }

    @Test
    void what_is_spliced_is_what_is_rendered_of_extreme_entries() {
        Map<String, MeasuredRange> cannabinoids = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            cannabinoids.put("Δ" + i + "\"😀", new MeasuredRange(i + ".00005", "", "-" + i));
        }
        String odd = "\ud83d \udc00\"\\\u0000\u2028é日本😀</script>";
        FieldValues emptyAttributes = attributes("", List.of());
        FieldValues oddAttributes = attributes(odd, List.of(odd, ""));
        Map<String, FieldValues> extremes = Map.of(
                "nothing", FieldValues.builder().build(),
                "empty", everyField("", 0),
                "odd", everyField(odd, 2),
                "no potency",
                        potency("%", 1)
                                .set(VariantField.THC, new MeasuredRange("<LOQ", "", ""))
                                .build(),
                "many cannabinoids",
                        potency("mg", 1)
                                .set(VariantField.SECONDARY_CANNABINOIDS, cannabinoids)
                                .build());
        List<Map<String, List<AssetEntry>>> assets = List.of(
                Map.of(), Map.of(odd, List.of(new AssetEntry(odd, 1, 1)), "", List.of(new AssetEntry("", 2, 1))));
        for (FieldValues bpd : extremes.values()) {
            for (FieldValues override : extremes.values()) {
                FieldValues californian = bpd.toBuilder()
                        .set(VariantField.STATE_CODES, List.of("CA"))
                        .build();
                assertSameForAll(0, new VariantLayers(californian, override, oddAttributes, null).resolve(), assets);
            }
            assertSameForAll(0, new VariantLayers(bpd, null, emptyAttributes, oddAttributes).resolve(), assets);
            assertSameForAll(0, new VariantLayers(bpd, null, null, null).resolve(), assets);
        }
    }

    /** Sets each field to the text, or to as many copies of it, in the form its kind requires. */
    private static FieldValues everyField(String text, int count) {
        MeasuredRange range = new MeasuredRange(text, text, text);
        FieldValues.Builder values = FieldValues.builder();
        for (VariantField field : VariantField.all()) {
            values.set(
                    field,
                    switch (field.kind()) {
                        case TEXT -> text;
                        case TEXT_LIST -> Collections.nCopies(count, text);
                        case NUMBER -> count == 0 ? Double.NaN : 1e-7;
                        case INTEGER -> Integer.MIN_VALUE;
                        case FLAG -> true;
                        case RANGE -> range;
                        case RANGE_MAP -> count == 0 ? Map.of() : Map.of(text, range);
                        case TEXT_MAP -> count == 0 ? Map.of() : Map.of(text, text);
                        case ASSET_MAP ->
                            Map.of(text, Collections.nCopies(count, new Asset(text, text, text)), "none", List.of());
                    });
        }
        return values.build();
    }

    /** Compares every combination of flags and units, cycling through the assets and the scopes. */
    private static void assertSameForAll(long seed, ResolvedEntry entry, List<Map<String, List<AssetEntry>>> assets) {
        VariantImage image = padded(VariantImage.of("4001", entry));
        int turn = 0;
        for (AllowedFields flags : allFlags()) {
            for (String cannabis : UNITS) {
                for (String terpenes : UNITS) {
                    for (Map<String, List<AssetEntry>> config : assets) {
                        assertSame(
                                seed,
                                image,
                                entry,
                                new ResolvedConfiguration(flags, config, cannabis, terpenes),
                                SCOPES.get(turn++ % SCOPES.size()));
                    }
                }
            }
        }
    }

    private static void assertSame(
            long seed, VariantImage image, ResolvedEntry entry, ResolvedConfiguration configuration, Scope scope) {
        ScopeView view = new ScopeView(configuration, scope);
        byte[] spliced = spliced(image, view);
        byte[] rendered = PartnerView.json("4001", entry, configuration, scope);
        if (!Arrays.equals(spliced, rendered)) {
            assertThat(new String(spliced, StandardCharsets.UTF_8))
                    .as("-Dseed=%s %s", seed, configuration)
                    .isEqualTo(new String(rendered, StandardCharsets.UTF_8));
        }
        assertThat(image.length(view)).as("-Dseed=%s length", seed).isEqualTo(rendered.length);
        assertChosenFields(seed, image, rendered, configuration, scope);
    }

    private static void assertChosenFields(
            long seed, VariantImage image, byte[] rendered, ResolvedConfiguration configuration, Scope scope) {
        // Any choice, but a different one for each record and configuration.
        var random = new SplittableRandom(seed + 31L * Arrays.hashCode(rendered) + configuration.hashCode());
        ObjectNode record = (ObjectNode) Given.parse(rendered);
        for (int share : new int[] {0, 12, 50}) {
            List<String> names = RecordFields.ALL.names().stream()
                    .filter(name -> random.nextInt(100) < share)
                    .toList();
            RecordFields fields = RecordFields.of(names);
            ScopeView view = new ScopeView(configuration, scope, fields);
            byte[] chosen = spliced(image, view);
            byte[] expected = chosen(record, names);
            if (!Arrays.equals(chosen, expected)) {
                assertThat(new String(chosen, StandardCharsets.UTF_8))
                        .as("-Dseed=%s %s %s", seed, configuration, fields.names())
                        .isEqualTo(new String(expected, StandardCharsets.UTF_8));
            }
            assertThat(image.length(view)).as("-Dseed=%s length", seed).isEqualTo(expected.length);
        }
    }

    /** The chosen fields of a record, from its parsed members: those of the record, and of its sources. */
    private static byte[] chosen(ObjectNode record, List<String> names) {
        List<String> members = new ArrayList<>(names);
        members.addAll(RecordFields.IDS);
        ObjectNode chosen = record.objectNode().setAll(record);
        chosen.retain(members);
        if (chosen.get("catalogSource") instanceof ObjectNode sources) {
            ObjectNode ofFields = record.objectNode().setAll(sources);
            chosen.set("catalogSource", ofFields.retain(names));
        }
        return SortedJson.write(chosen).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void D14_an_image_may_be_sold_in_the_states_of_its_entry() {
        List<String> codes =
                List.of("CA", "ca", "nV", "CAL", "", "C", "ſA", "K\u212A", "\u0130d", "😀", "Çá", "\ud83d\ude00");
        var random = new SplittableRandom(FIRST_SEED);
        for (int i = 0; i < 2_000; i++) {
            var stateCodes = new ArrayList<String>();
            for (int count = random.nextInt(4); count > 0; count--) {
                stateCodes.add(oneOf(codes, random));
            }
            ResolvedEntry entry = new VariantLayers(Given.soldIn(stateCodes), null, null, null).resolve();
            VariantImage image = padded(VariantImage.of("4001", entry));
            for (String asked : Arrays.asList(null, "CA", "cA", "NV", "SA", "kk", "KK", "ID", "id", "XX")) {
                assertThat(image.soldIn(asked))
                        .as("%s in %s", asked, stateCodes)
                        .isEqualTo(asked == null
                                || stateCodes.isEmpty()
                                || stateCodes.stream()
                                        .map(code -> code.toUpperCase(Locale.ROOT))
                                        .anyMatch(asked.toUpperCase(Locale.ROOT)::equals));
            }
        }
    }

    @Test
    void texts_and_lists_of_any_length_fit() {
        String long1 = "ü".repeat(70_000);
        FieldValues values = FieldValues.builder()
                .set(VariantField.VARIANT_TYPE, long1)
                .set(VariantField.NAME, long1)
                .set(VariantField.ASSETS, Map.of(long1, Collections.nCopies(40_000, new Asset("i", "u", null))))
                .build();
        ResolvedEntry entry = new VariantLayers(values, null, null, null).resolve();
        var configuration = new ResolvedConfiguration(
                AllowedFields.ALL, Map.of(long1, List.of(new AssetEntry(long1, 39_999, 1))), "mg", "mg");
        assertSame(0, padded(VariantImage.of("4001", entry)), entry, configuration, Scope.of(1, 2));
    }

    @Test
    void an_image_of_another_version_is_refused() {
        byte[] image = VariantImage.of("4001", Given.of("{bpd: {}}").layers().resolve());
        image[0]++;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new VariantImage(image, 0))
                .withMessageContaining("version");
    }

    private static byte[] spliced(VariantImage image, ScopeView view) {
        var bytes = new ByteArrayOutputStream();
        image.writeTo(bytes::write, view);
        return bytes.toByteArray();
    }

    /** An image need not begin at the start of its array. */
    private static VariantImage padded(byte[] image) {
        byte[] array = new byte[image.length + 10];
        System.arraycopy(image, 0, array, 5, image.length);
        return new VariantImage(array, 5);
    }

    private static List<AllowedFields> allFlags() {
        var all = new ArrayList<AllowedFields>();
        for (int bits = 0; bits < 16; bits++) {
            all.add(new AllowedFields((bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0, (bits & 8) > 0));
        }
        return all;
    }

    /** For every variant type; including duplicate types, and limits that cut nothing or all but one. */
    private static Map<String, List<AssetEntry>> oddAssets(SplittableRandom random) {
        var config = new HashMap<String, List<AssetEntry>>();
        for (String type : List.of("", "Flower", "Vape", "flower", "Fleur d'été")) {
            config.put(
                    type,
                    random.nextInt(4) == 0
                            ? List.of()
                            : List.of(
                                    new AssetEntry("Übersicht", 100, 1),
                                    new AssetEntry("Product", 1, 2),
                                    new AssetEntry("", 2, 3),
                                    new AssetEntry("Product", 1 + random.nextInt(3), 4),
                                    new AssetEntry("None", 1, 5)));
        }
        return config;
    }

    private static <T> T oneOf(List<T> choices, SplittableRandom random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
