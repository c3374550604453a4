package dev.partnercatalog.query.page;

import dev.partnercatalog.query.resource.ServiceAddresses;
import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.runtime.http.StaticFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Properties;

/** The OpenAPI document as a page for people, who can send requests from it. Needs nothing from other hosts. */
final class ReferencePage {

    static final String PATH = Guides.PATH + "/reference";
    static final String TITLE = "API reference";

    static final String HEAD = """
            <link rel="stylesheet" href="/docs/swagger-ui.css">
            <script src="/docs/swagger-ui-bundle.js" defer></script>
            <script src="/docs/reference.js" defer></script>""";

    static final String CONTENT = """
            <noscript>
              <h1>API reference</h1>
              <p>This page requires JavaScript. The same content is in <a href="/openapi.yaml">openapi.yaml</a>.</p>
            </noscript>
            <div id="reference"></div>""";

    private static final String WEBJAR = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String FILES = "/META-INF/resources/webjars/swagger-ui/";

    private final StaticFile page;

    /** A page that may call the service's two addresses only. */
    ReferencePage(ServiceAddresses service, String html) {
        // The page sets styles on its elements, which is the only exception.
        page = StaticFile.page(html)
                .allowing("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
                        + " img-src 'self' data:; connect-src 'self' " + origin(service.api()) + " "
                        + origin(service.issuer())
                        + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
    }

    static String origin(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority();
    }

    void addTo(Routes routes) {
        page.addTo(routes, PATH);
        StaticFile.of(Guides.FOLDER + "reference.js").addTo(routes, Guides.PATH + "/reference.js");
        String library = FILES + version() + "/";
        for (String name : new String[] {"swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"}) {
            StaticFile.of(library + name).addTo(routes, Guides.PATH + "/" + name);
        }
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
