package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.partnercatalog.resolution.ImageTrace.TextRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates a {@link VariantImage}: renders the entry once, records where its members are, and renders those again that
 * other choices change. The values and the output of every choice come from the code that {@link PartnerView} uses, so
 * an image can't differ from it. For one image; not thread-safe.
 */
final class ImageWriter {

    /** Each of its ids has one digit, which is later replaced. */
    private static final Scope PLACEHOLDER = Scope.of(1, 1);

    /** The member if a conversion writes the unit as the configuration spells it. */
    private static final Object CONFIGURED_UNIT = new Object();

    /** A place in the text that other choices replace. */
    @SuppressWarnings("ArrayRecordComponent") // bytes to be written, not content to compare
    private record Patch(int at, int skip, ImagePart part, int place, byte[] body) {

        int size() {
            return VariantImage.PATCH_BODY + body.length;
        }
    }

    @FunctionalInterface
    private interface MemberWriter {
        void write(Object member) throws IOException;
    }

    private final String barcode;
    private final ResolvedEntry entry;
    private final List<Patch> patches = new ArrayList<>();
    private byte[] places = new byte[0];
    private int depends;
    private int companyIdAt;
    private int locationIdAt;
    private int textLength;
    private int jsonLength;

    private ImageWriter(String barcode, ResolvedEntry entry) {
        this.barcode = barcode;
        this.entry = entry;
    }

    static byte[] image(String barcode, ResolvedEntry entry) {
        ImageWriter writer = new ImageWriter(barcode, entry);
        return writer.image(JsonWriter.bytes(writer::render));
    }

    private void render(JsonGenerator json, IntSupplier position) throws IOException {
        SourcedValues plain = FlagFilter.apply(entry, AllowedFields.NONE);
        ImageTrace text = new ImageTrace(position);
        VariantJson.write(json, barcode, PLACEHOLDER, AssetSelection.apply(plain, converting(null)), text);
        textLength = position.getAsInt();
        places = VariantImage.encodedPlaces(text.starts());
        companyIdAt = text.companyIdAt();
        locationIdAt = text.locationIdAt();
        patches.add(new Patch(companyIdAt, 1, ImagePart.COMPANY_ID, ChosenText.ALWAYS, new byte[0]));
        patches.add(new Patch(locationIdAt, 1, ImagePart.LOCATION_ID, ChosenText.ALWAYS, new byte[0]));
        // Members are preceded by a comma, except for the first one of an object.
        json.writeStartObject();
        json.writeNumberField("", 0);
        SourcedValues allowed = FlagFilter.apply(entry, AllowedFields.ALL);
        List<SourcedValues> byFlag = List.of(plain, allowed);
        List<SourcedValues> byUnit = byUnit(plain);
        List<SourcedValues> byFlagAndUnit = new ArrayList<>(byUnit);
        byFlagAndUnit.addAll(entry.withoutCannabinoidOverrides() == null ? byUnit : byUnit(allowed));
        for (ImagePart part : ImagePart.values()) {
            switch (part) {
                case BADGES, LABELS, NAMES -> addMembers(part, byFlag, text, json);
                case CANNABINOIDS -> addMembers(part, byFlagAndUnit, text, json);
                case TERPENES -> addMembers(part, byUnit, text, json);
                case ASSETS -> addAssets(text, json);
                case COMPANY_ID, LOCATION_ID -> {}
            }
        }
        jsonLength = position.getAsInt();
        json.writeEndObject();
    }

    private static List<SourcedValues> byUnit(SourcedValues variant) {
        List<SourcedValues> converted = new ArrayList<>();
        converted.add(variant);
        for (PotencyUnit unit : PotencyUnit.values()) {
            converted.add(UnitNormalization.apply(variant, converting(unit.symbol())));
        }
        return converted;
    }

    private static ResolvedConfiguration converting(@Nullable String unit) {
        return new ResolvedConfiguration(AllowedFields.NONE, Map.of(), unit, unit);
    }

    private void addMembers(ImagePart part, List<SourcedValues> choices, ImageTrace text, JsonGenerator json)
            throws IOException {
        for (VariantField field : part.fields()) {
            boolean isUnit =
                    field == VariantField.CANNABIS_UNIT_OF_MEASURE || field == VariantField.TERPENE_UNIT_OF_MEASURE;
            add(
                    part,
                    ChosenText.memberPlace(field),
                    text.field(field),
                    isUnit ? choice -> unit(choices, choice, field) : choice -> value(choices, choice, field),
                    text,
                    value -> VariantJson.writeField(json, field, value));
            add(
                    part,
                    ChosenText.sourcePlace(field),
                    text.source(field),
                    choice -> source(choices.get(choice), field),
                    text,
                    source -> VariantJson.writeSource(json, field, (Source) source));
        }
    }

    private static @Nullable Object value(List<SourcedValues> choices, int choice, VariantField field) {
        return choices.get(choice).values().get(field);
    }

    private static @Nullable Object unit(List<SourcedValues> choices, int choice, VariantField field) {
        Object unit = value(choices, choice, field);
        Object unconverted = value(choices, choice - choice % PotencyUnit.CHOICES, field);
        return Objects.equals(unit, unconverted) ? unit : CONFIGURED_UNIT;
    }

    private static @Nullable Source source(SourcedValues variant, VariantField field) {
        return variant.values().has(field) ? variant.source(field) : null;
    }

    /** @param members the member at this place for each choice; null if it is absent */
    private void add(
            ImagePart part,
            int place,
            TextRange range,
            IntFunction<@Nullable Object> members,
            ImageTrace text,
            MemberWriter writer)
            throws IOException {
        byte[] numbers = new byte[part.choices()];
        List<@Nullable Object> replacements = new ArrayList<>();
        Object first = members.apply(0);
        for (int choice = 1; choice < numbers.length; choice++) {
            Object member = members.apply(choice);
            if (!Objects.equals(member, first)) {
                int known = replacements.indexOf(member);
                numbers[choice] = (byte) (1 + (known < 0 ? replacements.size() : known));
                if (known < 0) {
                    replacements.add(member);
                }
            }
        }
        if (replacements.isEmpty()) {
            return;
        }
        ByteBuffer body = ByteBuffer.allocate(numbers.length + 2 * Integer.BYTES * replacements.size())
                .put(numbers);
        for (Object replacement : replacements) {
            int start = text.position();
            if (replacement != null && replacement != CONFIGURED_UNIT) {
                writer.write(replacement);
            }
            body.putInt(start);
            body.putInt(replacement == CONFIGURED_UNIT ? VariantImage.CONFIGURED_UNIT : text.position() - start);
        }
        depends |= part.bit();
        patches.add(new Patch(range.start(), range.length(), part, place, body.array()));
    }

    private void addAssets(ImageTrace text, JsonGenerator json) throws IOException {
        for (VariantField field : ImagePart.ASSETS.fields()) {
            Map<String, List<Asset>> assets = requireNonNull(entry.values().assets(field));
            TextRange member = text.field(field);
            boolean isFirst = member.start() == "{".length();
            int name = (isFirst ? 0 : ",".length())
                    + "\"\":".length()
                    + field.jsonName().length();
            patches.add(new Patch(
                    member.start() + name,
                    member.length() - name,
                    ImagePart.ASSETS,
                    ChosenText.memberPlace(field),
                    assets(assets, text, json)));
        }
    }

    private static byte[] assets(Map<String, List<Asset>> assets, ImageTrace text, JsonGenerator json)
            throws IOException {
        int size = Integer.BYTES;
        int types = 0;
        for (Map.Entry<String, List<Asset>> type : assets.entrySet()) {
            if (!type.getValue().isEmpty()) {
                size += textSize(type.getKey())
                        + Integer.BYTES * (3 + type.getValue().size());
                types++;
            }
        }
        ByteBuffer body = ByteBuffer.allocate(size).putInt(types);
        for (Map.Entry<String, List<Asset>> type : assets.entrySet()) {
            if (!type.getValue().isEmpty()) {
                putText(body, type.getKey());
                int comma = 1;
                body.putInt(type.getValue().size()).putInt(text.position() + comma);
                json.writeArrayFieldStart(type.getKey());
                body.putInt(text.position());
                for (Asset asset : type.getValue()) {
                    VariantJson.writeAsset(json, asset);
                    body.putInt(text.position());
                }
                json.writeEndArray();
            }
        }
        return body.array();
    }

    private byte[] image(byte[] json) {
        String variantType = requireNonNull(entry.values().text(VariantField.VARIANT_TYPE));
        boolean soldEverywhere = entry.stateCodes().isEmpty();
        List<byte[]> stateCodes = StateCodes.askable(entry.stateCodes());
        // If two places begin together, one of them is empty: an insertion comes before existing text.
        patches.sort(Comparator.comparingInt(Patch::at).thenComparingInt(Patch::skip));
        int textAt = VariantImage.VARIANT_TYPE
                + textSize(variantType)
                + Integer.BYTES
                + 2 * stateCodes.size()
                + places.length;
        for (Patch patch : patches) {
            textAt += patch.size();
        }
        ByteBuffer image = ByteBuffer.allocate(textAt + jsonLength)
                .put(VariantImage.VERSION)
                .put((byte) depends)
                .putInt(textAt + jsonLength)
                .putInt(textAt)
                .putInt(textLength)
                .putInt(companyIdAt)
                .putInt(locationIdAt);
        putText(image, variantType);
        image.putInt(soldEverywhere ? -1 : stateCodes.size());
        stateCodes.forEach(image::put);
        image.put(places);
        for (Patch patch : patches) {
            image.putInt(patch.size())
                    .putInt(patch.at())
                    .putInt(patch.skip())
                    .put((byte) patch.part().number())
                    .put((byte) patch.place())
                    .put(patch.body());
        }
        return image.put(json, 0, jsonLength).array();
    }

    private static int textSize(String text) {
        return Integer.BYTES + Character.BYTES * text.length();
    }

    private static void putText(ByteBuffer to, String text) {
        to.putInt(text.length());
        for (int i = 0; i < text.length(); i++) {
            to.putChar(text.charAt(i));
        }
    }
}
