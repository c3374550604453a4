package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.atlassian.oai.validator.model.SimpleRequest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.query.access.RateLimit;
import dev.partnercatalog.query.contract.Contract;
import dev.partnercatalog.query.contract.SchemaValues;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.schemas.key.Ids;
import io.github.bucket4j.TimeMeter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Requests generated from the document's patterns and limits, every other one spoiled in one place. The service answers
 * with 200 what the document allows, and refuses everything else. If an id must be the partner's, it is made so first.
 *
 * <p>{@code -Dcatalog.fuzz.requests=50000} sends more, {@code -Dcatalog.seed} repeats a run.
 */
class ContractBoundsTest {

    /** What a test sends: an operation of the document, with values for everything that has patterns and limits. */
    private record Probe(
            String operation,
            String method,
            String path,
            Map<String, String> headers,
            String type,
            @Nullable JsonNode body) {}

    private static final int REQUESTS = Integer.getInteger("catalog.fuzz.requests", 400);

    private static final List<String> PATHS = List.of(
            "get /v1/partner",
            "put /v1/partner",
            "put /v1/partner",
            "patch /v1/partner",
            "post /v1/partner/enabled-shared-customer",
            "post /v1/partner/webhook/resync",
            "get /v1/{companyId}/location/{locationId}",
            "post /v1/{companyId}/variants/batch-get");

    private static final Contract CONTRACT = new Contract();

    /**
     * Whether a host is an address, this machine, international, or a name that no resolver takes: the document mentions these
     * in its text, but not in a pattern.
     */
    private static final Pattern SPECIAL_HOST = Pattern.compile(
            "(?i)https://(?:\\[.*|[^/?#]*[^\\x00-\\x7f/?#].*|(?:[a-z0-9._-]*\\.)?(?:localhost|[0-9]+|0x[0-9a-f]*)\\.?(?:[:/?#].*)?"
                    + "|\\..*|[^/?#]*\\.\\..*|[^/?#]*[^./?#:]{64}.*|[^/?#:]{254}.*)",
            Pattern.DOTALL);

    private static final String ID = "[1-9][0-9]{0,15}";

    @AutoClose
    private final ApiHarness api = new ApiHarness(new RateLimit(1_000_000, 1_000_000), TimeMeter.SYSTEM_NANOTIME);

    private final long seed = Long.getLong("catalog.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final SchemaValues values = new SchemaValues(CONTRACT.document(), random);
    private final Map<String, Integer> outcomes = new TreeMap<>();

    @Test
    void D20_what_the_document_allows_is_answered_and_everything_else_is_refused() {
        System.out.println("seed " + seed + ", " + REQUESTS + " requests");
        for (int i = 0; i < REQUESTS; i++) {
            check(probe(), "seed " + seed + ", request " + i + ": ");
        }
        System.out.println(outcomes);
        for (String path : Set.copyOf(PATHS)) {
            String operation = operation(path).path("operationId").asText();
            assertThat(outcomes).containsKey(operation + " answered");
            if (!operation.equals("getPartner")) { // It has nothing but headers, which are wrong too rarely.
                assertThat(outcomes).containsKey(operation + " refused");
            }
        }
    }

    private static JsonNode operation(String path) {
        String[] parts = path.split(" ", 2);
        return CONTRACT.document().path("paths").path(parts[1]).path(parts[0]);
    }

    private Probe probe() {
        String chosen = PATHS.get(random.nextInt(PATHS.size()));
        JsonNode operation = operation(chosen);
        String path = chosen.split(" ", 2)[1];
        Map<String, String> headers = new LinkedHashMap<>();
        for (JsonNode declared : operation.path("parameters")) {
            JsonNode parameter = declared.has("$ref")
                    ? CONTRACT.document().at(declared.path("$ref").asText().substring(1))
                    : declared;
            String name = parameter.path("name").asText();
            String value = values.text(parameter.path("schema"));
            if (parameter.path("in").asText().equals("path")) {
                path = path.replace("{" + name + "}", random.nextInt(6) > 0 ? value : id(value));
            } else if (random.nextBoolean()) {
                headers.put(name, header(random.nextInt(4) > 0 ? value : values.spoiled(value)));
            }
        }
        JsonNode content = operation.at("/requestBody/content");
        String type = content.isObject() ? content.fieldNames().next() : "";
        JsonNode schema = content.path(type).path("schema");
        JsonNode body = schema.isMissingNode() ? null : body(operation, schema);
        return new Probe(
                operation.path("operationId").asText(),
                chosen.substring(0, chosen.indexOf(' ')).toUpperCase(Locale.ROOT),
                path,
                headers,
                type,
                body);
    }

    private JsonNode body(JsonNode operation, JsonNode schema) {
        JsonNode body = values.value(schema).deepCopy();
        if (operation.path("operationId").asText().equals("updatePartner")) {
            // What the schema says about these with "not", which the generated values don't satisfy automatically.
            ObjectNode change = (ObjectNode) body;
            change.put("partnerName", values.text(schema("PartnerName")));
            change.withObject("/webhook").put("url", values.text(schema("WebhookUrl")));
        }
        if (operation.path("operationId").asText().equals("patchPartner")
                && body.at("/webhook/url").asText().isEmpty()
                && body.path("webhook") instanceof ObjectNode webhook) {
            // Whether it may be enabled depends on the URL that it has already.
            webhook.remove("enabled");
        }
        if (random.nextBoolean()) {
            values.spoil(body);
        }
        return body;
    }

    private static JsonNode schema(String name) {
        return CONTRACT.document().path("components").path("schemas").path(name);
    }

    /** A different id, of characters that need no escaping in a path. */
    private String id(String id) {
        return switch (random.nextInt(4)) {
            case 0 -> "0" + id;
            case 1 -> id + "0000000000000000";
            case 2 -> "-" + id;
            default -> id + "x";
        };
    }

    /** As the client transmits it: without surrounding spaces, no-break ones included, and characters of no header. */
    private static String header(String value) {
        return value.codePoints()
                .filter(c -> c == '\t' || (c >= ' ' && c != 0x7f && c <= 0xff))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .replaceAll("^[ \\t\\xa0]+|[ \\t\\xa0]+$", "");
    }

    private void check(Probe probe, String about) {
        String told = about + probe;
        if (hasTwice(body(probe)) || bytes(probe).length > ApiHarness.MAX_BODY_BYTES) {
            return;
        }
        makeTheirs(probe);
        List<String> faults = CONTRACT.faults(request(probe));
        ApiAnswer answer = api.call(sent(probe));
        assertThat(answer.status()).as(told + " was answered " + answer.body()).isLessThan(500);
        boolean answered = answer.status() == 200 || answer.status() == 304;
        if (faults.isEmpty() && !isSpecial(probe)) {
            assertThat(answered)
                    .as(told + " is in the document, and was answered " + answer.body())
                    .isTrue();
        } else if (!faults.isEmpty()) {
            assertThat(answer.status())
                    .as(told + " isn't in the document: " + faults + "; it was answered " + answer.body())
                    .isIn(400, 403, 412);
        }
        outcomes.merge(probe.operation() + (answered ? " answered" : " refused"), 1, Integer::sum);
    }

    /** Whether an id occurs twice in a list: a schema can't exclude that. */
    private static boolean hasTwice(JsonNode body) {
        List<JsonNode> lists = new ArrayList<>(List.of(body.path("allowedCompanies")));
        body.path("allowedCompanies").forEach(company -> lists.add(company.path("locations")));
        return lists.stream().anyMatch(list -> {
            List<String> ids = list.valueStream()
                    .map(element -> element.path("id").asText())
                    .toList();
            return new HashSet<>(ids).size() < ids.size();
        });
    }

    /**
     * Whether only the text of the document covers it: special hosts, ids of 16 digits beyond 2^53-1, a condition
     * that doesn't hold, and a webhook that is enabled without a URL in the request.
     */
    private static boolean isSpecial(Probe probe) {
        boolean beyond = Pattern.compile("/")
                .splitAsStream(probe.path())
                .anyMatch(id -> id.matches(ID) && !Ids.isNumber(Long.parseLong(id)));
        JsonNode webhook = body(probe).path("webhook");
        return beyond
                || probe.headers().containsKey("If-Match")
                || (webhook.path("enabled").asBoolean()
                        && webhook.path("url").asText().isEmpty())
                || SPECIAL_HOST.matcher(webhook.path("url").asText()).matches()
                || webhook.path("url").asText().codePoints().anyMatch(c -> Character.getType(c) == Character.FORMAT);
    }

    private static JsonNode body(Probe probe) {
        return probe.body() == null ? CONTRACT.document().path("none") : probe.body();
    }

    /** Gives the partner access to what the request asks for. */
    private void makeTheirs(Probe probe) {
        JsonNode body = body(probe);
        String[] segments = probe.path().split("/", -1);
        String companyId =
                segments[2].equals("partner") ? body.path("companyId").asText() : segments[2];
        String locationId = probe.operation().equals("getLocationConfiguration")
                ? segments[4]
                : body.path("locationId").asText();
        api.configurations.put(
                "p1",
                true,
                InMemoryConfigurations.company(
                        companyId.matches(ID) ? companyId : "1", locationId.matches(ID) ? locationId : "2"));
        if (probe.operation().equals("updatePartner") && hasIds(body)) {
            JsonFields fields = new JsonFields();
            Partner theirs = PartnerJson.read(body, fields);
            if (fields.isEmpty()) {
                // Of these, what is unchanged isn't checked.
                theirs.setEnabled(true);
                theirs.setPartnerName("theirs");
                theirs.setWebhook(new WebhookSetting(false, ""));
                api.configurations.partners.computeIfPresent(
                        "p1",
                        (id, config) -> PartnerConfig.newBuilder(config)
                                .setPartner(theirs)
                                .build());
            }
        }
        api.companies.clear();
        if (body.path("providerId").isTextual()) {
            api.companies.add(Company.newBuilder()
                    .setCompanyId(22)
                    .setName("Theirs")
                    .setProvider(body.path("provider").asText())
                    .setProviderId(body.path("providerId").asText())
                    .setLocations(List.of())
                    .setSharedWithPartnerIds(List.of("p1"))
                    .build());
        }
    }

    private static boolean hasIds(JsonNode partner) {
        List<JsonNode> ids = new ArrayList<>();
        partner.path("allowedCompanies").forEach(company -> {
            ids.add(company.path("id"));
            company.path("locations").forEach(location -> ids.add(location.path("id")));
        });
        return Ids.isName(partner.path("partnerId").asText())
                && ids.stream().allMatch(id -> id.asText().matches(ID));
    }

    private static SimpleRequest request(Probe probe) {
        SimpleRequest.Builder request = new SimpleRequest.Builder(probe.method(), probe.path())
                .withHeader("Authorization", ApiHarness.bearer());
        probe.headers().forEach(request::withHeader);
        if (probe.body() != null) {
            request.withContentType(probe.type()).withBody(probe.body().toString());
        }
        return request.build();
    }

    private Request.Builder sent(Probe probe) {
        Headers.Builder headers = new Headers.Builder().add("Authorization", ApiHarness.bearer());
        probe.headers().forEach(headers::addUnsafeNonAscii);
        return api.request(probe.path())
                .headers(headers.build())
                .method(
                        probe.method(),
                        probe.body() == null ? null : RequestBody.create(bytes(probe), MediaType.get(probe.type())));
    }

    private static byte[] bytes(Probe probe) {
        return probe.body() == null ? new byte[0] : probe.body().toString().getBytes(StandardCharsets.UTF_8);
    }
}
