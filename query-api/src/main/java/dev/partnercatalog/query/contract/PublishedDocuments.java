package dev.partnercatalog.query.contract;

import dev.partnercatalog.query.page.Guides;
import dev.partnercatalog.query.page.ServiceAddresses;
import dev.partnercatalog.runtime.http.ErrorBody;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.Routes;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The documents that the API publishes, each at its path (D16, D23). */
public final class PublishedDocuments {

    private final OpenApiDocument document;
    private final Guides guides;
    private final AsyncApiDocument events;
    private final ServedVersions versions;
    private final byte @Nullable [] postmanCollection;

    /**
     * The documents of one service.
     *
     * @param api the API's address as partners see it, without a slash at its end
     * @param issuer the token endpoint's, likewise
     * @param builtInIssuer whether the token endpoint is this service's own
     * @param staging whether this is the staging environment, which has a Postman collection
     * @param accepted the values that the service accepts where the operator decides
     */
    public PublishedDocuments(URI api, URI issuer, boolean builtInIssuer, boolean staging, AcceptedValues accepted) {
        OpenApiDocument whole = new OpenApiDocument(api, issuer, accepted);
        document = builtInIssuer ? whole : whole.withoutTokenEndpoint();
        guides = new Guides(new ServiceAddresses(api, issuer));
        events = new AsyncApiDocument(api);
        versions = new ServedVersions(document.tree(), Guides.changelog(api));
        postmanCollection = staging ? PostmanCollection.of(document, api, issuer) : null;
    }

    /** The format of errors, with links to the guide to errors that a service at this address publishes. */
    public static ErrorBody withHelp(ErrorBody errors, URI api) {
        return errors.withHelpAt(Guides.errors(api));
    }

    public void addTo(Routes routes) {
        versions.addTo(routes);
        byte[] yaml = document.yaml();
        byte[] json = document.json();
        routes.get(
                "/openapi.yaml",
                context -> context.contentType("application/yaml").result(yaml));
        routes.get("/openapi.json", context -> context.result(json));
        routes.get("/v1/postman", context -> context.result(postmanCollection()));
        events.addTo(routes);
        guides.addTo(routes);
    }

    private byte[] postmanCollection() {
        if (postmanCollection == null) {
            throw HttpProblem.of(
                    ErrorCode.NOT_FOUND,
                    "The Postman collection is only published in the staging environment.",
                    "Get it there, or import /openapi.yaml into Postman.");
        }
        return postmanCollection;
    }
}
