package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.WebhookOfPartner.NOW;
import static dev.partnercatalog.query.operation.WebhookOfPartner.attempt;
import static dev.partnercatalog.query.operation.WebhookOfPartner.endpoint;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.access.RateLimit;
import dev.partnercatalog.query.contract.Contract;
import dev.partnercatalog.query.contract.DeclaredResponses;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.resolution.Asset;
import dev.partnercatalog.resolution.AssetPriority;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.MeasuredRange;
import dev.partnercatalog.resolution.ScopeConfiguration;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.http.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * The service sends every member and every header that the document declares for its responses. (That it sends nothing
 * else, {@link Contract} checks in every test.)
 */
class EverythingDocumentedTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCOPE = "/v1/7/location/70";
    private static final String WEBHOOK = "/v1/partner/webhook";
    private final DeclaredResponses declared = new DeclaredResponses(new Contract().document());

    @AutoClose
    private final WebhookOfPartner webhook = new WebhookOfPartner();

    private final ApiHarness api = webhook.api;
    private final Set<String> missing = new TreeSet<>(declared.all(path -> !path.has("servers")));

    @Test
    void every_member_and_header_that_the_document_declares_is_sent() throws IOException {
        assertThat(missing).hasSizeGreaterThan(120).contains("Attempt.time", "Digest.records", "catalog-age");
        partner();
        catalog();
        webhookInTrouble();
        authentication();
        refusals();
        for (String path : List.of("/v1/service/health", "/v1/postman", "/openapi.json")) {
            see("GET", path, api.call(api.request(path)));
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void D21_scripts_in_a_browser_may_read_every_header_that_is_declared() {
        Set<String> readable = new TreeSet<>();
        String exposed = api.call(api.request("/v1/service/health")).header("Access-Control-Expose-Headers");
        for (String name : Objects.requireNonNull(exposed).split(", ", -1)) {
            readable.add(name);
        }
        Set<String> declaredNames = new TreeSet<>();
        new Contract().document().at("/components/headers").fieldNames().forEachRemaining(declaredNames::add);
        // These are for the browser itself, or may be read without being listed.
        declaredNames.removeAll(Set.of("Access-Control-Allow-Origin", "Cache-Control", "Pragma"));
        assertThat(readable).isEqualTo(declaredNames);
    }

    private void partner() throws IOException {
        webhook.allow(InMemoryConfigurations.company("7", "70"));
        ApiAnswer got = see("GET", "/v1/partner", api.get("/v1/partner"));
        see("PUT", "/v1/partner", api.put("/v1/partner", got.body()));
        List<AssetPriority> priority = List.of(new AssetPriority("Product", 1));
        api.configurations.companies.put(
                7L, new ScopeConfiguration(priority, Map.of("Flower", List.of("Product")), null, null, null));
        see("GET", SCOPE, api.get(SCOPE));
    }

    private void catalog() throws IOException {
        FieldValues.Builder values = FieldValues.builder();
        VariantField.all().forEach(field -> values.set(field, value(field)));
        api.lookup.variants.put("A", new VariantLayers(values.build(), null, null, null).resolve());
        api.lookup.list(70, "sku-A", "A");
        api.lookup.age = Duration.ofSeconds(12);
        String batch = "/v1/7/variants/batch-get";
        see("POST", batch, api.post(batch, "{\"locationId\":70,\"barcodes\":[\"A\",\"B\"],\"skus\":[\"sku-A\"]}"));
        String variants = SCOPE + "/variants";
        api.lookup.list(70, "sku-B", "B");
        see("GET", variants, api.get(variants + "?limit=1"));
        ApiAnswer page = see("GET", variants, api.get(variants + "?skus=true"));
        api.lookup.unlist(70, "sku-B");
        api.lookup.list(70, "sku-A", "A");
        String since = "/changes?since=" + page.json().path("changes").asText();
        see("GET", variants + "/changes", api.get(variants + since));
        see("GET", variants + "/digest", api.get(variants + "/digest"));
        String range = "/digest?range=" + 0x55;
        see("GET", variants + "/digest", api.get(variants + range));
    }

    private static Object value(VariantField field) {
        return switch (field.kind()) {
            case TEXT -> "text";
            case TEXT_LIST -> List.of("text");
            case NUMBER -> 3.5;
            case INTEGER -> 1;
            case FLAG -> true;
            case RANGE -> new MeasuredRange("2", "3", "1");
            case RANGE_MAP -> Map.of("CBG", new MeasuredRange("2", "3", "1"));
            case TEXT_MAP -> Map.of("Trim", "A");
            case ASSET_MAP -> Map.of("Product", List.of(new Asset("a", "https://assets.example/a", "A jar")));
        };
    }

    private void webhookInTrouble() throws IOException {
        webhook.report(endpoint(EndpointStatus.BACKING_OFF)
                .setSince(NOW)
                .setFailingSince(NOW)
                .setBackingOffUntil(NOW)
                .setSuspendsAt(NOW)
                .setLastFailure("answered 500")
                .setLastAccepted(NOW));
        IsolatedRecord isolated = new IsolatedRecord(7L, 70L, "A", NOW - 1, 2, "refused (status 422)");
        api.webhooks.backlogs.add(new WebhookBacklog("p1", 0, 1L, NOW, NOW, 1L, List.of(isolated), 0L, false));
        see("GET", WEBHOOK, webhook.status());
        webhook.report(endpoint(EndpointStatus.SUSPENDED).setSuspension("the endpoint answered 410"));
        see("GET", WEBHOOK, webhook.status());
        webhook.log(attempt(1, AttemptKind.PING, AttemptOutcome.FAILED)
                .setPing(1)
                .setError("answered 500")
                .setResponseBody("no such table"));
        see("GET", WEBHOOK + "/deliveries", api.get(WEBHOOK + "/deliveries"));
        String delivery = WEBHOOK + "/deliveries/msg_1";
        see("GET", delivery, api.get(delivery));
        see("POST", WEBHOOK + "/ping", webhook.act("ping"));
        see("POST", WEBHOOK + "/rotate-secret", webhook.act("rotate-secret"));
        see("GET", WEBHOOK, webhook.status());
    }

    private void authentication() throws IOException {
        String path = WEBHOOK + "/authentication";
        see("PUT", path, api.put(path, "{\"headers\": [{\"name\": \"X-A\", \"value\": \"a\"}]}"));
        see("GET", path, api.get(path));
    }

    private void refusals() throws IOException {
        see("GET", "/v1/partner", api.call(api.request("/v1/partner")));
        see("GET", SCOPE, api.get("/v1/7/location/0x"));
        String customer = "/v1/partner/enabled-shared-customer";
        see("POST", customer, api.post(customer, "{}"));
        RequestBody text = RequestBody.create("{}", MediaType.get("text/plain"));
        see(
                "POST",
                customer,
                api.call(api.request(customer)
                        .header("Authorization", ApiHarness.bearer())
                        .post(text)));
        see(
                "PATCH",
                "/v1/partner",
                api.call(api.request("/v1/partner")
                        .header("Authorization", ApiHarness.bearer())
                        .patch(text)));
        api.companies.add(new Company(7L, "Seven", "cova", "cova-7", List.of(), List.of("p1")));
        api.lookup.available = false;
        see("GET", SCOPE + "/variants", api.get(SCOPE + "/variants"));
        see(
                "GET",
                SCOPE + "/variants",
                api.call(api.request(SCOPE + "/variants").post(RequestBody.create(new byte[0]))));
        try (ApiHarness limited = new ApiHarness(new RateLimit(1, 1), new ManualTime())) {
            limited.configurations.put("p1", true);
            limited.get("/v1/partner");
            see("GET", "/v1/partner", limited.get("/v1/partner"));
        }
    }

    private ApiAnswer see(String method, String path, ApiAnswer answer) throws IOException {
        JsonNode body = answer.body().isEmpty() ? MissingNode.getInstance() : JSON.readTree(answer.body());
        missing.removeAll(
                declared.seen(method, path, answer.status(), answer.headers().keySet(), body));
        return answer;
    }
}
