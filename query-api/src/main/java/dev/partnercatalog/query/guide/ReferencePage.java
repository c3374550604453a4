package dev.partnercatalog.query.guide;

import dev.partnercatalog.http.Routes;
import dev.partnercatalog.query.resource.ServiceAddresses;
import dev.partnercatalog.runtime.ResourceFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** The OpenAPI document as a page for people, who can send requests from it. Needs nothing from other hosts. */
final class ReferencePage {

    static final String PATH = Guides.PATH + "/reference";
    static final String TITLE = "API reference";

    private static final String WEBJAR = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String FILES = "/META-INF/resources/webjars/swagger-ui/";

    private static final String HEAD = """
            <link rel="stylesheet" href="/docs/swagger-ui.css">
            <script src="/docs/swagger-ui-bundle.js" defer></script>
            <script src="/docs/reference.js" defer></script>""";

    private static final String CONTENT = """
            <noscript>
              <h1>API reference</h1>
              <p>This page requires JavaScript. The same content is in <a href="/openapi.yaml">openapi.yaml</a>.</p>
            </noscript>
            <div id="reference"></div>""";

    private final String contentSecurityPolicy;
    private final byte[] page;

    /** A page that may call the service's two addresses only. */
    ReferencePage(ServiceAddresses service, PageFrame frame) {
        // The page sets styles on its elements, which is the only exception.
        contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
                + " img-src 'self' data:; connect-src 'self' " + origin(service.api()) + " " + origin(service.issuer())
                + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
        page = frame.page(PATH, TITLE, HEAD, CONTENT).getBytes(StandardCharsets.UTF_8);
    }

    private static String origin(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority();
    }

    void addTo(Routes routes) {
        String library = FILES + version() + "/";
        routes.get(
                PATH,
                context -> Guides.asPage(context, contentSecurityPolicy)
                        .header("Cache-Control", Guides.CACHEABLE)
                        .result(page));
        file(routes, "reference.js", "reference.js", "text/javascript");
        file(routes, "swagger-ui-bundle.js", library + "swagger-ui-bundle.js", "text/javascript");
        file(routes, "swagger-ui.css", library + "swagger-ui.css", "text/css");
        file(routes, "favicon-32x32.png", library + "favicon-32x32.png", "image/png");
    }

    static void file(Routes routes, String name, String resource, String contentType) {
        byte[] content = ResourceFile.bytes(ReferencePage.class, resource);
        routes.get(
                Guides.PATH + "/" + name,
                context -> context.header("Cache-Control", Guides.CACHEABLE)
                        .contentType(contentType)
                        .result(content));
    }

    /** Names the folder of its files. */
    private static String version() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(ResourceFile.text(ReferencePage.class, WEBJAR)));
        } catch (IOException e) {
            throw new UncheckedIOException("can't read from memory", e);
        }
        return properties.getProperty("version");
    }
}
