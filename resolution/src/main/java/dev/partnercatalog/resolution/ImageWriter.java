package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates a {@link VariantImage}: renders the entry once, and then again those of its members that other choices change.
 * The values and the output of every choice come from the code that {@link PartnerView} uses, so an image can't differ
 * from it. For one image; not thread-safe.
 */
final class ImageWriter {

    /** Each of its ids has one digit, which is later replaced. */
    private static final Scope PLACEHOLDER = Scope.of(1, 1);

    private static final Comparator<JsonMember> BY_NAME = Comparator.comparing(JsonMember::name);

    /** The state codes that a request can contain. */
    private static final Pattern ASKABLE = Pattern.compile("[A-Z]{2}");

    /** The member if a conversion writes the unit as the configuration spells it. */
    private static final Object CONFIGURED_UNIT = new Object();

    /** A place in the text that other choices replace. */
    @SuppressWarnings("ArrayRecordComponent") // bytes to be written, not content to compare
    private record Patch(int at, int skip, ImagePart part, byte[] body) {

        int size() {
            return VariantImage.PATCH_BODY + body.length;
        }
    }

    @FunctionalInterface
    private interface MemberWriter {
        void write(Object member) throws IOException;
    }

    private final ResolvedEntry entry;
    private final SourcedValues plain;
    private final byte[] text;
    private final List<JsonMember> members;
    private final List<JsonMember> sources;
    private final List<Patch> patches = new ArrayList<>();
    private int depends;

    private ImageWriter(String barcode, ResolvedEntry entry) {
        this.entry = entry;
        this.plain = FlagFilter.apply(entry, AllowedFields.NONE);
        VariantJson.Text written =
                VariantJson.write(barcode, PLACEHOLDER, AssetSelection.apply(plain, converting(null)));
        this.text = written.json();
        this.members = written.members();
        this.sources = written.sources();
    }

    /**
     * Where a member is in the text; where it would be, if the text lacks it. Members are in alphabetical order, and the
     * first one is never absent.
     */
    private static JsonMember find(String name, List<JsonMember> members) {
        int found = Collections.binarySearch(members, new JsonMember(name, 0, 0, 0), BY_NAME);
        if (found >= 0) {
            return members.get(found);
        }
        int end = members.get(-found - 2).end();
        return new JsonMember(name, end, end, end);
    }

    static byte[] image(String barcode, ResolvedEntry entry) {
        ImageWriter writer = new ImageWriter(barcode, entry);
        return writer.image(JsonWriter.bytes(
                (json, position) -> writer.addPatches(json, () -> writer.text.length + position.getAsInt())));
    }

    /** @param position in the text and the replacements that follow it */
    private void addPatches(JsonGenerator json, IntSupplier position) throws IOException {
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
                case BADGES, LABELS, NAMES -> addMembers(part, byFlag, position, json);
                case CANNABINOIDS -> addMembers(part, byFlagAndUnit, position, json);
                case TERPENES -> addMembers(part, byUnit, position, json);
                case ASSETS -> addAssets(position, json);
                case COMPANY_ID ->
                    patches.add(new Patch(find("companyId", members).value(), 1, part, new byte[0]));
                case LOCATION_ID ->
                    patches.add(new Patch(find("locationId", members).value(), 1, part, new byte[0]));
            }
        }
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

    private void addMembers(ImagePart part, List<SourcedValues> choices, IntSupplier position, JsonGenerator json)
            throws IOException {
        for (VariantField field : part.fields()) {
            boolean isUnit =
                    field == VariantField.CANNABIS_UNIT_OF_MEASURE || field == VariantField.TERPENE_UNIT_OF_MEASURE;
            add(
                    part,
                    find(field.jsonName(), members),
                    isUnit ? choice -> unit(choices, choice, field) : choice -> value(choices, choice, field),
                    position,
                    value -> VariantJson.writeField(json, field, value));
            add(
                    part,
                    find(field.jsonName(), sources),
                    choice -> source(choices.get(choice), field),
                    position,
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

    /** @param choices the member for each choice; null if it is absent */
    private void add(
            ImagePart part,
            JsonMember inText,
            IntFunction<@Nullable Object> choices,
            IntSupplier position,
            MemberWriter writer)
            throws IOException {
        byte[] numbers = new byte[part.choices()];
        List<@Nullable Object> replacements = new ArrayList<>();
        Object first = choices.apply(0);
        for (int choice = 1; choice < numbers.length; choice++) {
            Object member = choices.apply(choice);
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
            int start = position.getAsInt();
            if (replacement != null && replacement != CONFIGURED_UNIT) {
                writer.write(replacement);
            }
            body.putInt(start);
            body.putInt(replacement == CONFIGURED_UNIT ? VariantImage.CONFIGURED_UNIT : position.getAsInt() - start);
        }
        depends |= part.bit();
        patches.add(new Patch(inText.start(), inText.end() - inText.start(), part, body.array()));
    }

    private void addAssets(IntSupplier position, JsonGenerator json) throws IOException {
        for (VariantField field : ImagePart.ASSETS.fields()) {
            JsonMember member = find(field.jsonName(), members);
            byte[] assets = assets(requireNonNull(entry.values().assets(field)), position, json);
            patches.add(new Patch(member.value(), member.end() - member.value(), ImagePart.ASSETS, assets));
        }
    }

    private static byte[] assets(Map<String, List<Asset>> assets, IntSupplier position, JsonGenerator json)
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
                body.putInt(type.getValue().size()).putInt(position.getAsInt() + comma);
                json.writeArrayFieldStart(type.getKey());
                body.putInt(position.getAsInt());
                for (Asset asset : type.getValue()) {
                    VariantJson.writeAsset(json, asset);
                    body.putInt(position.getAsInt());
                }
                json.writeEndArray();
            }
        }
        return body.array();
    }

    private byte[] image(byte[] replacements) {
        String variantType = JsonWriter.wellFormed(requireNonNull(entry.values().text(VariantField.VARIANT_TYPE)));
        List<String> soldIn = entry.values().texts(VariantField.STATE_CODES);
        byte[] stateCodes = soldIn == null
                ? new byte[0]
                : soldIn.stream()
                        .filter(code -> ASKABLE.matcher(code).matches())
                        .collect(Collectors.joining())
                        .getBytes(StandardCharsets.US_ASCII);
        // If two places begin together, one of them is empty: an insertion comes before existing text.
        patches.sort(Comparator.comparingInt(Patch::at).thenComparingInt(Patch::skip));
        int textAt = VariantImage.VARIANT_TYPE + textSize(variantType) + Integer.BYTES + stateCodes.length;
        for (Patch patch : patches) {
            textAt += patch.size();
        }
        int size = textAt + text.length + replacements.length;
        ByteBuffer image = ByteBuffer.allocate(size)
                .put(VariantImage.VERSION)
                .put((byte) depends)
                .putInt(size)
                .putInt(textAt)
                .putInt(text.length)
                .putInt(find("companyId", members).value())
                .putInt(find("locationId", members).value());
        putText(image, variantType);
        image.putInt(soldIn == null ? -1 : stateCodes.length / 2).put(stateCodes);
        for (Patch patch : patches) {
            image.putInt(patch.size())
                    .putInt(patch.at())
                    .putInt(patch.skip())
                    .put((byte) patch.part().number())
                    .put(patch.body());
        }
        return image.put(text).put(replacements).array();
    }

    private static int textSize(String text) {
        return Integer.BYTES + text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void putText(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.putInt(bytes.length).put(bytes);
    }
}
