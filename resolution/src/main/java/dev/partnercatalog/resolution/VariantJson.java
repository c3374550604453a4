package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JSON of a variant, in canonical form (RFC 8785, D31). */
final class VariantJson {

    private static final SerializableString AVG = new SerializedString("avg");
    private static final SerializableString MAX = new SerializedString("max");
    private static final SerializableString MIN = new SerializedString("min");
    private static final SerializableString ALT_TEXT = new SerializedString("altText");
    private static final SerializableString ID = new SerializedString("id");
    private static final SerializableString URL = new SerializedString("url");

    private static final Map<VariantField, SerializableString> NAMES =
            encoded(VariantField.class, VariantField::jsonName);
    private static final Map<Source, SerializableString> SOURCES = encoded(Source.class, Source::jsonName);

    /** In alphabetical order. */
    private static final List<Member> MEMBERS = Stream.concat(
                    VariantField.all().stream().map(field -> new Member(field.jsonName(), field)),
                    Stream.of("barcode", "catalogSource", "companyId", "locationId")
                            .map(name -> new Member(name, null)))
            .sorted(Comparator.comparing(Member::name))
            .toList();

    /** @param field null if the member isn't a field's */
    private record Member(String name, @Nullable VariantField field) {}

    private VariantJson() {}

    /**
     * What was written, and where its members are.
     *
     * @param sources the members of {@code catalogSource}
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Text(byte[] json, List<JsonMember> members, List<JsonMember> sources) {}

    static Text write(String barcode, Scope scope, SourcedValues variant) {
        List<JsonMember> members = new ArrayList<>();
        List<JsonMember> sources = new ArrayList<>();
        byte[] text = JsonWriter.bytes((json, position) -> {
            json.writeStartObject();
            for (Member member : MEMBERS) {
                int start = position.getAsInt();
                if (member.field() != null) {
                    writeField(json, member.field(), variant.values().get(member.field()));
                } else {
                    switch (member.name()) {
                        case "barcode" -> json.writeStringField("barcode", barcode);
                        case "companyId" -> json.writeNumberField("companyId", scope.companyId());
                        case "locationId" -> json.writeNumberField("locationId", scope.locationId());
                        default -> writeCatalogSource(json, position, variant, sources);
                    }
                }
                JsonMember.addWritten(member.name(), start, position.getAsInt(), members);
            }
            json.writeEndObject();
        });
        return new Text(text, members, sources);
    }

    private static <E extends Enum<E>> Map<E, SerializableString> encoded(Class<E> type, Function<E, String> name) {
        var encoded = new EnumMap<E, SerializableString>(type);
        for (E constant : type.getEnumConstants()) {
            encoded.put(constant, new SerializedString(name.apply(constant)));
        }
        return encoded;
    }

    /** Writes a field's member, or nothing if the value is null. */
    static void writeField(JsonGenerator json, VariantField field, @Nullable Object value) throws IOException {
        if (value != null) {
            json.writeFieldName(name(field));
            writeValue(json, field.kind(), value);
        }
    }

    private static SerializableString name(VariantField field) {
        return requireNonNull(NAMES.get(field));
    }

    private static void writeCatalogSource(
            JsonGenerator json, IntSupplier position, SourcedValues variant, List<JsonMember> sources)
            throws IOException {
        json.writeObjectFieldStart("catalogSource");
        for (VariantField field : VariantField.all()) {
            int start = position.getAsInt();
            writeSource(json, field, variant.values().has(field) ? variant.source(field) : null);
            JsonMember.addWritten(field.jsonName(), start, position.getAsInt(), sources);
        }
        json.writeEndObject();
    }

    /** Writes a field's member of {@code catalogSource}, or nothing if the source is null. */
    static void writeSource(JsonGenerator json, VariantField field, @Nullable Source source) throws IOException {
        if (source != null) {
            json.writeFieldName(name(field));
            json.writeString(requireNonNull(SOURCES.get(source)));
        }
    }

    @SuppressWarnings("unchecked") // FieldValues checked each value and its elements against the field's kind
    private static void writeValue(JsonGenerator json, Kind kind, Object value) throws IOException {
        switch (kind) {
            case TEXT -> json.writeString((String) value);
            case TEXT_LIST -> writeTexts(json, (List<String>) value);
            case NUMBER -> writeNumber(json, (double) value);
            case INTEGER -> json.writeNumber((int) value);
            case FLAG -> json.writeBoolean((boolean) value);
            case RANGE -> writeRange(json, (MeasuredRange) value);
            case RANGE_MAP -> writeMap(json, (Map<String, MeasuredRange>) value, VariantJson::writeRange);
            case TEXT_MAP -> writeMap(json, (Map<String, String>) value, JsonGenerator::writeString);
            case ASSET_MAP -> writeMap(json, (Map<String, List<Asset>>) value, VariantJson::writeAssets);
        }
    }

    /** A number that JSON can't represent is written as unitSize's default, because the key is required. */
    private static void writeNumber(JsonGenerator json, double value) throws IOException {
        json.writeNumber(CanonicalNumber.of(Double.isFinite(value) ? value : 0));
    }

    private static void writeTexts(JsonGenerator json, List<String> texts) throws IOException {
        json.writeStartArray();
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private static void writeRange(JsonGenerator json, MeasuredRange range) throws IOException {
        json.writeStartObject();
        json.writeFieldName(AVG);
        json.writeString(range.avg());
        json.writeFieldName(MAX);
        json.writeString(range.max());
        json.writeFieldName(MIN);
        json.writeString(range.min());
        json.writeEndObject();
    }

    private static void writeAssets(JsonGenerator json, List<Asset> assets) throws IOException {
        json.writeStartArray();
        for (Asset asset : assets) {
            writeAsset(json, asset);
        }
        json.writeEndArray();
    }

    static void writeAsset(JsonGenerator json, Asset asset) throws IOException {
        json.writeStartObject();
        if (asset.altText() != null) {
            json.writeFieldName(ALT_TEXT);
            json.writeString(asset.altText());
        }
        json.writeFieldName(ID);
        json.writeString(asset.id());
        json.writeFieldName(URL);
        json.writeString(asset.url());
        json.writeEndObject();
    }

    private static <V> void writeMap(JsonGenerator json, Map<String, V> map, ValueWriter<V> writer) throws IOException {
        json.writeStartObject();
        for (Map.Entry<String, V> entry : map.entrySet()) {
            json.writeFieldName(entry.getKey());
            writer.write(json, entry.getValue());
        }
        json.writeEndObject();
    }

    @FunctionalInterface
    private interface ValueWriter<V> {
        void write(JsonGenerator json, V value) throws IOException;
    }
}
