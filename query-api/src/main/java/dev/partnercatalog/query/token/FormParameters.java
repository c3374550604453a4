package dev.partnercatalog.query.token;

import dev.partnercatalog.query.token.TokenServer.TokenEndpoint;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a form, each occurring at most once (RFC 6749, section 3.2), and the encoding of forms, which OAuth
 * 2.0 also uses in Basic credentials, decoded strictly.
 */
record FormParameters(Map<String, String> values) {

    /** Reads a body; throws a refusal if it is not a form, or has a duplicate parameter. */
    static FormParameters parse(byte[] body) {
        String text = utf8(body);
        if (text == null) {
            throw TokenEndpoint.invalidRequest("The body is not UTF-8.");
        }
        Map<String, String> values = new HashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = decode(equals < 0 ? "" : pair.substring(equals + 1));
            if (name == null || value == null) {
                throw TokenEndpoint.invalidRequest("A parameter is not correctly form-encoded.");
            }
            if (values.putIfAbsent(name, value) != null) {
                throw TokenEndpoint.invalidRequest("A parameter is given more than once.");
            }
        }
        return new FormParameters(values);
    }

    /** The value; null if the parameter is absent or empty, which are the same in RFC 6749. */
    @Nullable
    String get(String name) {
        String value = values.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** The decoded text; null if an escape is incomplete or not hexadecimal, or the bytes are not UTF-8. */
    static @Nullable String decode(String encoded) {
        if (encoded.contains("%+") || encoded.contains("%-")) {
            return null; // The library takes a sign for a digit.
        }
        try {
            String sent = new String(encoded.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            return utf8(URLDecoder.decode(sent, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The text; null if the bytes are not UTF-8. */
    static @Nullable String utf8(byte[] bytes) {
        try {
            // A new decoder reports what is malformed instead of replacing it.
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return "FormParameters" + values.keySet();
    }
}
