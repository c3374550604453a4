package dev.partnercatalog.query.page;

import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.http.Routes;
import java.nio.charset.StandardCharsets;

/**
 * A page or file, the same for everyone. Immutable.
 *
 * @param policy its Content-Security-Policy
 * @param cached its Cache-Control
 */
@SuppressWarnings("ArrayRecordComponent") // nothing compares files
record StaticFile(int status, String mediaType, String policy, String cached, byte[] content) {

    private static final String HTML = "text/html; charset=utf-8";

    /** Loads nothing from elsewhere and runs no script. */
    private static final String WITHOUT_SCRIPT = "default-src 'none'; style-src 'self'; img-src 'self';"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** Files only change with the program; browsers check once an hour. */
    private static final String AN_HOUR = "public, max-age=3600";

    /** A page without a script. */
    static StaticFile page(String html) {
        return new StaticFile(200, HTML, WITHOUT_SCRIPT, AN_HOUR, html.getBytes(StandardCharsets.UTF_8));
    }

    /** A page for addresses where nothing is. */
    static StaticFile notFound(String html) {
        return new StaticFile(404, HTML, WITHOUT_SCRIPT, "no-store", html.getBytes(StandardCharsets.UTF_8));
    }

    /** A file that comes with the program. */
    static StaticFile of(Class<?> owner, String name) {
        String mediaType = switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "css" -> "text/css";
            case "js" -> "text/javascript";
            case "svg" -> "image/svg+xml";
            case "png" -> "image/png";
            default -> throw new IllegalArgumentException("no media type is known for " + name);
        };
        return new StaticFile(200, mediaType, WITHOUT_SCRIPT, AN_HOUR, ResourceFile.bytes(owner, name));
    }

    StaticFile allowing(String otherPolicy) {
        return new StaticFile(status, mediaType, otherPolicy, cached, content);
    }

    /** Checked by browsers each time that it is used, so that files that belong together fit. */
    StaticFile checked() {
        return new StaticFile(status, mediaType, policy, "no-cache", content);
    }

    void addTo(Routes routes, String path) {
        routes.get(
                path,
                context -> context.status(status)
                        .contentType(mediaType)
                        .header("Content-Security-Policy", policy)
                        .header("Referrer-Policy", "no-referrer")
                        .header("Cache-Control", cached)
                        .result(content));
    }
}
