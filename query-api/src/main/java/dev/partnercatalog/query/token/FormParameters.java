package dev.partnercatalog.query.token;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a form, each occurring at most once (RFC 6749, section 3.2). */
public record FormParameters(Map<String, String> values) {

    public FormParameters {
        // Not Map.copyOf: it takes quadratic time for names with equal hash codes.
        values = Collections.unmodifiableMap(new HashMap<>(values));
    }

    /** Reads a body; throws {@link TokenException} if it is not a form, or has a duplicate parameter. */
    public static FormParameters parse(byte[] body) {
        String text = FormEncoding.utf8(body);
        if (text == null) {
            throw TokenError.INVALID_REQUEST.because("The body is not UTF-8.");
        }
        Map<String, String> values = new HashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = FormEncoding.decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = FormEncoding.decode(equals < 0 ? "" : pair.substring(equals + 1));
            if (name == null || value == null) {
                throw TokenError.INVALID_REQUEST.because("A parameter is not correctly form-encoded.");
            }
            if (values.putIfAbsent(name, value) != null) {
                throw TokenError.INVALID_REQUEST.because("A parameter is given more than once.");
            }
        }
        return new FormParameters(values);
    }

    /** The value; null if the parameter is absent or empty, which are the same in RFC 6749. */
    public @Nullable String get(String name) {
        String value = values.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    @Override
    public String toString() {
        return "FormParameters" + values.keySet();
    }
}
