package dev.partnercatalog.standalone;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts the objects of an array out of a JSON document, byte for byte as they are in it. */
public final class RawVariants {
    private static final JsonFactory JSON = new JsonFactory();

    private RawVariants() {}

    /** The elements of the first array with this name, at any depth. */
    public static List<String> of(byte[] document, String array) throws IOException {
        List<String> objects = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(document)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_ARRAY && array.equals(parser.currentName())) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        int start = (int) parser.currentTokenLocation().getByteOffset();
                        parser.skipChildren();
                        int end = (int) parser.currentLocation().getByteOffset();
                        objects.add(new String(Arrays.copyOfRange(document, start, end), StandardCharsets.UTF_8));
                    }
                    return objects;
                }
            }
        }
        return objects;
    }
}
