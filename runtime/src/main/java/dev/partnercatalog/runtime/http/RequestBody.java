package dev.partnercatalog.runtime.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a request's body within limits. The server discards the rest of a larger body after the response. */
public final class RequestBody {

    private RequestBody() {}

    /** The body's bytes; throws {@link HttpProblem} if they are too many, end early or arrive too slowly. */
    public static byte[] bytes(Context context, int maxBytes) {
        return bytes(context, maxBytes, maxBytes, () -> {});
    }

    private static byte[] bytes(Context context, int maxBytes, int mostBytes, Runnable beyond) {
        if (context.req().getContentLengthLong() > mostBytes) {
            throw tooLarge(mostBytes);
        }
        try (InputStream in = context.req().getInputStream()) {
            byte[] body = in.readNBytes(maxBytes + 1);
            if (body.length > maxBytes && mostBytes > maxBytes) {
                beyond.run();
                byte[] rest = in.readNBytes(mostBytes + 1 - body.length);
                body = Arrays.copyOf(body, body.length + rest.length);
                System.arraycopy(rest, 0, body, body.length - rest.length, rest.length);
            }
            if (body.length > mostBytes) {
                throw tooLarge(mostBytes);
            }
            return body;
        } catch (IOException e) {
            throw HttpProblem.invalid("body", "the body ended before it was complete, or arrived too slowly");
        }
    }

    /** Like {@link #bytes}, for a request that must declare its body as uncompressed JSON in UTF-8. */
    public static byte[] json(Context context, int maxBytes) {
        return json(context, maxBytes, maxBytes, () -> {});
    }

    /**
     * The same, for an operation that accepts a few larger bodies. {@code beyond} is called before more than {@code
     * maxBytes} are read, and may refuse them with an {@link HttpProblem}.
     */
    public static byte[] json(Context context, int maxBytes, int mostBytes, Runnable beyond) {
        requireMediaType(context, "application/json");
        return bytes(context, maxBytes, mostBytes, beyond);
    }

    /** Throws {@link HttpProblem} (415) unless the request declares its body to be of a type, uncompressed and in UTF-8. */
    public static void requireMediaType(Context context, String expected) {
        requireMediaType(context, expected, "Accept");
    }

    /** The same; {@code header} is the response's that names the expected type. */
    public static void requireMediaType(Context context, String expected, String header) {
        String contentType = contentType(context);
        String charset = parameter(contentType, "charset");
        String encoding = context.header("Content-Encoding");
        boolean plain = encoding == null || encoding.equalsIgnoreCase("identity");
        if (!isMediaType(contentType, expected) || (charset != null && !charset.equalsIgnoreCase("utf-8")) || !plain) {
            throw HttpProblem.of(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "The body "
                            + (contentType == null
                                    ? "has no declared type"
                                    : "is declared as " + HttpProblem.shown(contentType))
                            + (plain ? "" : " with Content-Encoding " + HttpProblem.shown(String.valueOf(encoding)))
                            + "; expected uncompressed " + expected + " in UTF-8.",
                    "Send the header Content-Type: " + expected + ".",
                    Map.of(header, expected));
        }
    }

    /** The header as it was sent. The server's own parsing fails for a charset that Java doesn't know. */
    public static @Nullable String contentType(Context context) {
        return context.header("Content-Type");
    }

    /** Whether a Content-Type header specifies a media type, with any parameters. */
    public static boolean isMediaType(@Nullable String contentType, String expected) {
        if (contentType == null) {
            return false;
        }
        int parameters = contentType.indexOf(';');
        String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
        return type.strip().toLowerCase(Locale.ROOT).equals(expected);
    }

    private static @Nullable String parameter(@Nullable String contentType, String name) {
        if (contentType == null) {
            return null;
        }
        for (String part : contentType.split(";", -1)) {
            String[] pair = part.split("=", 2);
            if (pair.length == 2 && pair[0].strip().equalsIgnoreCase(name)) {
                return pair[1].strip().replace("\"", "");
            }
        }
        return null;
    }

    private static HttpProblem tooLarge(int maxBytes) {
        return HttpProblem.of(
                ErrorCode.PAYLOAD_TOO_LARGE,
                "The body is larger than " + maxBytes + " bytes.",
                "Split the request into smaller ones.");
    }
}
