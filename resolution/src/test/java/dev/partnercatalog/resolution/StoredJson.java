package dev.partnercatalog.resolution;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * JSON as a partner's library might have stored it, with the same meaning in another form: keys out of order, white
 * space, escapes, different notation of numbers.
 */
final class StoredJson {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final JsonMapper ASCII =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final SplittableRandom random;

    StoredJson(SplittableRandom random) {
        this.random = random;
    }

    String of(String sent) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                (random.nextBoolean() ? ASCII : JSON).getFactory().createGenerator(text)) {
            write(json, JSON.readTree(sent));
        }
        return text.toString();
    }

    private void write(JsonGenerator json, JsonNode value) throws IOException {
        if (value.isObject()) {
            List<String> keys = new ArrayList<>();
            value.fieldNames().forEachRemaining(keys::add);
            Collections.shuffle(keys, new Random(random.nextLong()));
            json.writeStartObject();
            for (String key : keys) {
                json.writeFieldName(key);
                json.writeRaw(random.nextInt(10) == 0 ? " \t" : "");
                write(json, value.get(key));
            }
            json.writeEndObject();
        } else if (value.isArray()) {
            json.writeStartArray();
            for (JsonNode element : value) {
                write(json, element);
            }
            json.writeEndArray();
        } else if (value.isNumber()) {
            json.writeNumber(sameNumber(value));
        } else {
            json.writeTree(value);
        }
    }

    private String sameNumber(JsonNode number) {
        double value = number.doubleValue();
        List<String> same = new ArrayList<>(List.of(number.asText(), Double.toString(value)));
        if (value == 0) {
            same.addAll(List.of("-0", "-0.0", "0e5", "0.000"));
        } else if (value == Math.rint(value) && Math.abs(value) < 0x1p53) {
            same.addAll(List.of((long) value + ".000", (long) value + "0E-1", (long) value + "e0"));
        }
        return same.get(random.nextInt(same.size()));
    }
}
