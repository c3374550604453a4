package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.contract.OpenApiDocument.AcceptedValues;
import dev.partnercatalog.query.page.Guides;
import dev.partnercatalog.query.page.Guides.ServiceAddresses;
import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.schemas.registry.ReleasedSchemas;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The documents that the API publishes, each at its path (D16, D23). */
public final class PublishedDocuments {

    private static final String YAML = "application/yaml";
    private static final String AVRO = "application/vnd.apache.avro+json";

    /** The API's address in the AsyncAPI document. */
    private static final String API = "http://127.0.0.1:8080";

    private final OpenApiDocument document;
    private final Guides guides;
    private final byte[] events;
    private final ServedVersions versions;
    private final byte @Nullable [] postmanCollection;

    /**
     * The documents of one service, whose addresses have no slash at their ends; with a Postman collection in staging only.
     *
     * @param builtInIssuer whether the token endpoint is this service's own
     */
    public PublishedDocuments(URI api, URI issuer, boolean builtInIssuer, boolean staging, AcceptedValues accepted) {
        OpenApiDocument whole = new OpenApiDocument(api, issuer, accepted);
        document = builtInIssuer ? whole : whole.withoutTokenEndpoint();
        guides = new Guides(new ServiceAddresses(api, issuer));
        events = utf8(
                ResourceFile.text(PublishedDocuments.class, "asyncapi.yaml").replace(API, api.toString()));
        versions = new ServedVersions(document.tree(), Guides.changelog(api));
        postmanCollection = staging ? PostmanCollection.of(document, api, issuer) : null;
    }

    /** Adds their paths; the schemas of webhooks are those in the OpenAPI document. */
    public void addTo(Routes routes) {
        versions.addTo(routes);
        byte[] json = document.json();
        routes.get("/openapi.json", context -> context.result(json));
        routes.get("/v1/postman", context -> context.result(postmanCollection()));
        serve(routes, "/openapi.yaml", YAML, document.yaml());
        serve(routes, "/asyncapi.yaml", YAML, events);
        Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .forEach(topic -> serve(
                        routes,
                        "/schemas/" + topic.baseName() + ".avsc",
                        AVRO,
                        utf8(ReleasedSchemas.text(topic.valueSchema()))));
        guides.addTo(routes);
    }

    private static void serve(Routes routes, String path, String type, byte[] content) {
        routes.get(path, context -> context.contentType(type).result(content));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
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

    /**
     * The versions of the API as its responses show them (D33): a path of a version that isn't served is named as such, and an
     * operation that the document marks with {@code deprecated} and {@code x-sunset} says so in each response. Immutable.
     */
    static final class ServedVersions {

        private static final String SERVED = "/v1/";

        /** The notice that partners are promised. */
        private static final int MONTHS = 12;

        private static final Pattern VERSION = Pattern.compile("/(v[0-9]{1,9})(?:/.*)?", Pattern.DOTALL);
        private static final DateTimeFormatter HTTP_DATE =
                DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

        private record Going(String method, Pattern path, String deprecation, String sunset) {

            boolean is(Context context) {
                String asked = context.req().getMethod();
                return method.equals(asked.equals("HEAD") ? "GET" : asked)
                        && path.matcher(context.path()).matches();
            }
        }

        private final List<Going> going = new ArrayList<>();
        private final String link;

        /** @param page where partners read what changes */
        ServedVersions(JsonNode document, String page) {
            link = "<" + page + ">; rel=\"deprecation\"; type=\"text/html\"";
            document.path("paths")
                    .properties()
                    .forEach(path -> path.getValue().properties().forEach(operation -> {
                        if (operation.getValue().path("deprecated").asBoolean()) {
                            going.add(going(
                                    operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), operation.getValue()));
                        }
                    }));
        }

        private static Going going(String method, String path, JsonNode operation) {
            LocalDate since =
                    LocalDate.parse(operation.path("x-deprecated-since").asText());
            LocalDate sunset = LocalDate.parse(operation.path("x-sunset").asText());
            if (sunset.isBefore(since.plusMonths(MONTHS))) {
                throw new DateTimeException(
                        method + " " + path + " would go less than " + MONTHS + " months after " + since);
            }
            return new Going(
                    method,
                    Pattern.compile(path.replaceAll("\\{[^}]*}", "[^/]*")),
                    "@" + since.atStartOfDay(ZoneOffset.UTC).toEpochSecond(),
                    HTTP_DATE.format(sunset.atStartOfDay(ZoneOffset.UTC)));
        }

        void addTo(Routes routes) {
            routes.before(context -> {
                requireServed(context.path());
                going.stream()
                        .filter(each -> each.is(context))
                        .findFirst()
                        .ifPresent(each -> context.header("Deprecation", each.deprecation())
                                .header("Sunset", each.sunset())
                                .header("Link", link));
            });
        }

        private static void requireServed(String path) {
            if (path.startsWith(SERVED)) {
                return;
            }
            Matcher other = VERSION.matcher(path);
            if (other.matches() && !other.group(1).equals("v1")) {
                throw HttpProblem.of(
                        ErrorCode.NOT_FOUND,
                        "There is no version " + other.group(1) + " of this API; the only one served is v1.",
                        "Use a path that begins with " + SERVED + ".");
            }
        }
    }
}
