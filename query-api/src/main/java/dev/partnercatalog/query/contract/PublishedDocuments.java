package dev.partnercatalog.query.contract;

import dev.partnercatalog.query.http.Routes;
import java.net.URI;

/** The documents that the API publishes, each at its path (D16, D23). */
public final class PublishedDocuments {

    private final OpenApiDocument document;
    private final DocumentationPage page;

    /**
     * The documents of one service.
     *
     * @param api the API's address as partners see it, without a slash at its end
     * @param issuer the token endpoint's, likewise
     */
    public PublishedDocuments(URI api, URI issuer) {
        document = new OpenApiDocument(api, issuer);
        page = new DocumentationPage(api, issuer);
    }

    public void addTo(Routes routes) {
        byte[] yaml = document.yaml();
        byte[] json = document.json();
        routes.get(
                "/openapi.yaml",
                context -> context.contentType("application/yaml").result(yaml));
        routes.get("/openapi.json", context -> context.result(json));
        page.addTo(routes);
    }
}
