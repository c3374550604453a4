package dev.partnercatalog.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a request's body within bounds. What is more than that is left to the server, which drops it after the answer. */
public final class RequestBody {

    private RequestBody() {}

    /**
     * The body's bytes.
     *
     * @throws HttpProblem where there are more than {@code maxBytes}, or the body ends early or comes too slowly
     */
    public static byte[] bytes(Context context, int maxBytes) {
        if (context.req().getContentLengthLong() > maxBytes) {
            throw tooLarge(maxBytes);
        }
        try (InputStream in = context.bodyInputStream()) {
            byte[] body = in.readNBytes(maxBytes + 1);
            if (body.length > maxBytes) {
                throw tooLarge(maxBytes);
            }
            return body;
        } catch (IOException e) {
            throw HttpProblem.invalid("body", "the body ended before it was complete, or came too slowly");
        }
    }

    /**
     * As {@link #bytes}, of a request that says its body is JSON in UTF-8 and not compressed.
     *
     * @throws HttpProblem also where the request says something else
     */
    public static byte[] json(Context context, int maxBytes) {
        requireMediaType(context, "application/json");
        return bytes(context, maxBytes);
    }

    /**
     * Checks that the request says its body is of a type, in UTF-8 and not compressed.
     *
     * @throws HttpProblem 415 if the request says something else
     */
    public static void requireMediaType(Context context, String expected) {
        String contentType = contentType(context);
        String charset = parameter(contentType, "charset");
        String encoding = context.header("Content-Encoding");
        boolean plain = encoding == null || encoding.equalsIgnoreCase("identity");
        if (!isMediaType(contentType, expected) || (charset != null && !charset.equalsIgnoreCase("utf-8")) || !plain) {
            throw HttpProblem.of(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "The body is "
                            + (contentType == null
                                    ? "of no declared type"
                                    : "declared as " + HttpProblem.shown(contentType))
                            + (plain ? "" : " with Content-Encoding " + HttpProblem.shown(String.valueOf(encoding)))
                            + "; expected " + expected + " in UTF-8, not compressed.",
                    "Send the header Content-Type: " + expected + ".",
                    Map.of("Accept", expected));
        }
    }

    /** The header as it was sent. The server's own reading of it fails on a charset that Java doesn't know. */
    public static @Nullable String contentType(Context context) {
        return context.header("Content-Type");
    }

    /** Whether a Content-Type header names a media type, whatever its parameters. */
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
