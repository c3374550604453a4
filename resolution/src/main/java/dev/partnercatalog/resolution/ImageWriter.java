package dev.partnercatalog.resolution;

import static dev.partnercatalog.resolution.ImagePart.ASSETS;
import static dev.partnercatalog.resolution.ImagePart.COMPANY_ID;
import static dev.partnercatalog.resolution.ImagePart.LOCATION_ID;
import static dev.partnercatalog.resolution.VariantField.CANNABIS_UNIT_OF_MEASURE;
import static dev.partnercatalog.resolution.VariantField.TERPENE_UNIT_OF_MEASURE;
import static dev.partnercatalog.resolution.VariantField.VARIANT_TYPE;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link VariantImage}: renders the entry by each choice that can matter, and keeps of each rendering what
 * differs from the first. So an image can't say anything else than {@link PartnerView}. Not thread-safe.
 */
final class ImageWriter {

    private static final Map<ImagePart, List<ImageSlot>> GOVERNED = Map.of(
            ImagePart.BADGES, slots(VariantField.BADGES),
            ImagePart.LABELS, slots(VariantField.LABELS),
            ImagePart.NAMES, slots(VariantField.NAME, VariantField.PARENT_PRODUCT_NAME),
            ImagePart.CANNABINOIDS, slots(CannabinoidFallback.FIELDS.toArray(VariantField[]::new)),
            ImagePart.TERPENES, slots(VariantField.TOTAL_TERPENE, TERPENE_UNIT_OF_MEASURE));

    private static final AllowedFields[] FLAGS = {AllowedFields.NONE, AllowedFields.ALL};

    /** A place in the text where another choice stands for something else. */
    @SuppressWarnings("ArrayRecordComponent") // bytes to be written, not content to compare
    private record Patch(int at, int skip, ImagePart part, byte[] body) {}

    private final ResolvedEntry entry;
    private final ImageRendering text;
    /** By flags and unit; the same object where the choice makes no difference. */
    private final ImageRendering[][] renderings = new ImageRendering[FLAGS.length][ImagePart.UNITS];

    private final List<Patch> patches = new ArrayList<>();
    private int depends;

    ImageWriter(String barcode, ResolvedEntry entry) {
        this.entry = entry;
        for (int flags = 0; flags < FLAGS.length; flags++) {
            renderings[flags][0] = rendering(barcode, flags, null);
            for (PotencyUnit unit : PotencyUnit.values()) {
                renderings[flags][unit.number()] = rendering(barcode, flags, unit);
            }
        }
        this.text = renderings[0][0];
    }

    @SuppressWarnings("ReferenceEquality") // what needs no conversion is given back as it came
    private ImageRendering rendering(String barcode, int flags, @Nullable PotencyUnit unit) {
        if (flags == 1 && !dependsOnFlags()) {
            return renderings[0][unit == null ? 0 : unit.number()];
        }
        String name = unit == null ? null : unit.symbol();
        ResolvedConfiguration units = new ResolvedConfiguration(FLAGS[flags], Map.of(), name, name);
        SourcedValues allowed = FlagFilter.apply(entry, FLAGS[flags]);
        return unit != null && UnitNormalization.apply(allowed, units) == allowed
                ? renderings[flags][0]
                : new ImageRendering(barcode, allowed, units);
    }

    private boolean dependsOnFlags() {
        return entry.values().has(VariantField.BADGES)
                || entry.values().has(VariantField.LABELS)
                || entry.withoutDisplayNames() != null
                || entry.withoutCannabinoidOverrides() != null;
    }

    private static List<ImageSlot> slots(VariantField... fields) {
        var slots = new ArrayList<ImageSlot>();
        for (VariantField field : fields) {
            slots.add(new ImageSlot(field, false));
            slots.add(new ImageSlot(field, true));
        }
        return List.copyOf(slots);
    }

    byte[] bytes() {
        patches.add(new Patch(text.companyIdAt(), 1, COMPANY_ID, new byte[0]));
        patches.add(new Patch(text.locationIdAt(), 1, LOCATION_ID, new byte[0]));
        addAssets(VariantField.ASSETS);
        addAssets(VariantField.BRAND_ASSETS);
        GOVERNED.forEach((part, slots) -> slots.forEach(slot -> addPatch(part, slot)));
        // Of two places that begin together, one is empty: what is to be put in comes before what is there.
        patches.sort(Comparator.comparingInt(Patch::at).thenComparingInt(Patch::skip));
        return encoded(this::write);
    }

    private void addPatch(ImagePart part, ImageSlot slot) {
        byte[] before = text.bytes(slot);
        byte[] numbers = new byte[part.choices()];
        List<byte @Nullable []> replacements = new ArrayList<>();
        for (int choice = 1; choice < numbers.length; choice++) {
            ImageRendering chosen = chosen(part, choice);
            byte[] after = isConfiguredUnit(slot, part, choice) ? null : chosen.bytes(slot);
            if (after == null || !Arrays.equals(after, before)) {
                numbers[choice] = (byte) number(replacements, after);
            }
        }
        if (!replacements.isEmpty()) {
            depends |= part.bit();
            ImageRendering.Place place = text.place(slot);
            patches.add(new Patch(
                    place.start(),
                    place.end() - place.start(),
                    part,
                    encoded(out -> write(out, numbers, replacements))));
        }
    }

    private ImageRendering chosen(ImagePart part, int choice) {
        return switch (part) {
            case CANNABINOIDS -> renderings[choice / ImagePart.UNITS][choice % ImagePart.UNITS];
            case TERPENES -> renderings[0][choice];
            default -> renderings[choice][0];
        };
    }

    /** Whether a conversion puts the unit there as the configuration spells it. */
    private boolean isConfiguredUnit(ImageSlot slot, ImagePart part, int choice) {
        boolean isUnit = slot.field() == CANNABIS_UNIT_OF_MEASURE || slot.field() == TERPENE_UNIT_OF_MEASURE;
        ImageRendering chosen = chosen(part, choice);
        ImageRendering unconverted = renderings[part == ImagePart.CANNABINOIDS ? choice / ImagePart.UNITS : 0][0];
        return isUnit && !slot.isSource() && chosen.isConverted(slot.field(), unconverted);
    }

    /** From 1; equal replacements have one number. */
    private static int number(List<byte @Nullable []> replacements, byte @Nullable [] replacement) {
        for (int i = 0; i < replacements.size(); i++) {
            if (Arrays.equals(replacements.get(i), replacement)) {
                return i + 1;
            }
        }
        replacements.add(replacement);
        return replacements.size();
    }

    private void addAssets(VariantField field) {
        Map<String, List<Asset>> assets = requireNonNull(entry.values().assets(field));
        ImageRendering.Place value = text.value(field);
        patches.add(new Patch(value.start(), value.end() - value.start(), ASSETS, encoded(out -> write(out, assets))));
    }

    private static void write(DataOutputStream out, byte[] numbers, List<byte @Nullable []> replacements)
            throws IOException {
        out.write(numbers);
        for (byte[] replacement : replacements) {
            if (replacement == null) {
                out.writeInt(VariantImage.CONFIGURED_UNIT);
            } else {
                out.writeInt(replacement.length);
                out.write(replacement);
            }
        }
    }

    private static void write(DataOutputStream out, Map<String, List<Asset>> assets) throws IOException {
        List<Map.Entry<String, List<Asset>>> types = assets.entrySet().stream()
                .filter(type -> !type.getValue().isEmpty())
                .toList();
        out.writeInt(types.size());
        for (Map.Entry<String, List<Asset>> type : types) {
            writeText(out, type.getKey());
            byte[] name = Json.name(type.getKey());
            out.writeInt(name.length);
            out.write(name);
            out.writeInt(type.getValue().size());
            for (Asset asset : type.getValue()) {
                byte[] json = VariantJson.asset(asset);
                out.writeInt(json.length);
                out.write(json);
            }
        }
    }

    private void write(DataOutputStream out) throws IOException {
        byte[] body = encoded(this::writeBody);
        out.writeByte(VariantImage.VERSION);
        out.writeByte(depends);
        out.writeInt(VariantImage.VARIANT_TYPE + body.length);
        out.writeInt(text.json().length);
        out.writeInt(text.companyIdAt());
        out.writeInt(text.locationIdAt());
        out.write(body);
        out.write(text.json());
    }

    private void writeBody(DataOutputStream out) throws IOException {
        writeText(out, requireNonNull(entry.values().text(VARIANT_TYPE)));
        if (entry.stateCodes().isEmpty()) {
            out.writeInt(-1);
        } else {
            List<byte[]> askable = StateCodes.askable(entry.stateCodes());
            out.writeInt(askable.size());
            for (byte[] code : askable) {
                out.write(code);
            }
        }
        for (Patch patch : patches) {
            out.writeInt(3 * Integer.BYTES + 1 + patch.body().length);
            out.writeInt(patch.at());
            out.writeInt(patch.skip());
            out.writeByte(patch.part().number());
            out.write(patch.body());
        }
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        out.writeInt(text.length());
        out.writeChars(text);
    }

    @FunctionalInterface
    private interface Content {
        void writeTo(DataOutputStream out) throws IOException;
    }

    private static byte[] encoded(Content content) {
        var bytes = new ByteArrayOutputStream();
        try {
            content.writeTo(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }
}
