package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The JSON of a variant, in canonical form (RFC 8785, D31). */
final class VariantJson {

    private static final SerializableString AVG = new SerializedString("avg");
    private static final SerializableString MAX = new SerializedString("max");
    private static final SerializableString MIN = new SerializedString("min");
    private static final SerializableString ALT_TEXT = new SerializedString("altText");
    private static final SerializableString ID = new SerializedString("id");
    private static final SerializableString URL = new SerializedString("url");

    /** The generator writes the colon together with the value. */
    private static final int COLON = 1;

    private static final Map<VariantField, SerializableString> NAMES =
            encoded(VariantField.class, VariantField::jsonName);
    private static final Map<Source, SerializableString> SOURCES = encoded(Source.class, Source::jsonName);
    private static final List<MemberWriter> MEMBERS = List.copyOf(members().values());

    private VariantJson() {}

    static byte[] write(String barcode, Scope scope, SourcedValues variant) {
        return JsonWriter.bytes((json, position) -> write(json, barcode, scope, variant, new ImageTrace(() -> 0)));
    }

    /** @param trace receives the position of each member */
    static void write(JsonGenerator json, String barcode, Scope scope, SourcedValues variant, ImageTrace trace)
            throws IOException {
        json.writeStartObject();
        for (MemberWriter member : MEMBERS) {
            member.write(json, barcode, scope, variant, trace);
        }
        json.writeEndObject();
    }

    /** Writes one member of a variant, or nothing if the variant lacks it. */
    @FunctionalInterface
    private interface MemberWriter {
        void write(JsonGenerator json, String barcode, Scope scope, SourcedValues variant, ImageTrace trace)
                throws IOException;
    }

    private static <E extends Enum<E>> Map<E, SerializableString> encoded(Class<E> type, Function<E, String> name) {
        var encoded = new EnumMap<E, SerializableString>(type);
        for (E constant : type.getEnumConstants()) {
            encoded.put(constant, new SerializedString(name.apply(constant)));
        }
        return encoded;
    }

    private static SortedMap<String, MemberWriter> members() {
        var members = new TreeMap<String, MemberWriter>();
        members.put("barcode", (json, barcode, scope, variant, trace) -> json.writeStringField("barcode", barcode));
        members.put(
                "catalogSource", (json, barcode, scope, variant, trace) -> writeCatalogSource(json, variant, trace));
        members.put("companyId", (json, barcode, scope, variant, trace) -> {
            json.writeFieldName("companyId");
            int start = trace.position() + COLON;
            json.writeNumber(scope.companyId());
            trace.companyId(start);
        });
        members.put("locationId", (json, barcode, scope, variant, trace) -> {
            json.writeFieldName("locationId");
            int start = trace.position() + COLON;
            json.writeNumber(scope.locationId());
            trace.locationId(start);
        });
        for (VariantField field : VariantField.all()) {
            members.put(field.jsonName(), (json, barcode, scope, variant, trace) -> {
                int start = trace.position();
                writeField(json, field, variant.values().get(field));
                trace.field(field, start);
            });
        }
        return members;
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

    private static void writeCatalogSource(JsonGenerator json, SourcedValues variant, ImageTrace trace)
            throws IOException {
        int start = trace.position();
        json.writeObjectFieldStart("catalogSource");
        for (VariantField field : VariantField.all()) {
            int entry = trace.position();
            writeSource(json, field, variant.values().has(field) ? variant.source(field) : null);
            trace.source(field, entry);
        }
        json.writeEndObject();
        trace.catalogSource(start);
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
