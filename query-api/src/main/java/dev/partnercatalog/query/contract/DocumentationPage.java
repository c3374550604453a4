package dev.partnercatalog.query.contract;

import dev.partnercatalog.http.Routes;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Properties;

/** The OpenAPI document as a page for people, who can send requests from it. Needs nothing from other hosts. */
final class DocumentationPage {

    private static final String FOLDER = "/docs/";
    private static final String WEBJAR = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String FILES = "/META-INF/resources/webjars/swagger-ui/";

    /** The files only change with the program; browsers check once an hour. */
    private static final String CACHEABLE = "public, max-age=3600";

    private final String contentSecurityPolicy;

    /** A page that may call these two addresses only. */
    DocumentationPage(URI api, URI issuer) {
        // The page sets styles on its elements, which is the only exception.
        contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
                + " img-src 'self' data:; connect-src 'self' " + origin(api) + " " + origin(issuer)
                + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    private static String origin(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority();
    }

    void addTo(Routes routes) {
        String library = FILES + version() + "/";
        routes.get(
                "/", context -> context.status(302).removeHeader("Content-Type").header("Location", "/docs"));
        routes.get("/docs", this::page);
        file(routes, "start.js", "start.js", "text/javascript");
        file(routes, "swagger-ui-bundle.js", library + "swagger-ui-bundle.js", "text/javascript");
        file(routes, "swagger-ui.css", library + "swagger-ui.css", "text/css");
        file(routes, "favicon-32x32.png", library + "favicon-32x32.png", "image/png");
    }

    private void page(Context context) {
        context.header("Content-Security-Policy", contentSecurityPolicy)
                .header("Referrer-Policy", "no-referrer")
                .contentType("text/html; charset=utf-8")
                .result(ResourceFile.bytes("docs.html"));
    }

    private static void file(Routes routes, String name, String resource, String contentType) {
        byte[] content = ResourceFile.bytes(resource);
        routes.get(
                FOLDER + name,
                context -> context.header("Cache-Control", CACHEABLE)
                        .contentType(contentType)
                        .result(content));
    }

    /** Names the folder of its files. */
    private static String version() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(ResourceFile.text(WEBJAR)));
        } catch (IOException e) {
            throw new UncheckedIOException("can't read from memory", e);
        }
        return properties.getProperty("version");
    }
}
