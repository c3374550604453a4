package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.access.PartnerDirectory.CompanyAccess;
import dev.partnercatalog.query.access.PartnerSlots;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.query.operation.ApiRoutes.ApiSettings;
import dev.partnercatalog.query.operation.ApiRoutes.ApiTables;
import dev.partnercatalog.query.operation.ApiRoutes.WebhookReports;
import dev.partnercatalog.query.operation.CommandGateway.ConfirmedChanges;
import dev.partnercatalog.query.operation.CommandGateway.Kind;
import dev.partnercatalog.query.operation.CommandGateway.State;
import dev.partnercatalog.query.operation.WebhookJson.Attempt;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.StrictJson;
import dev.partnercatalog.runtime.http.Violation;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.runtime.webhook.EndpointHealth;
import dev.partnercatalog.runtime.webhook.WebhookRequests;
import dev.partnercatalog.runtime.webhook.WebhookState;
import dev.partnercatalog.schemas.key.Ids;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a partner can see and do about its webhook: {@code /v1/partner/webhook} and below. */
final class WebhookOperations {

    private static final Duration RESUME_PATIENCE = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 50;
    private static final String NO_MEMBER = "is not a member of this setting";
    private static final String ASK_THE_OPERATOR = "Ask the operator for the reason, and to release it.";

    /** Each holds a thread while it waits. */
    private static final int MOST_PINGS = 32;

    private static final int MOST_PINGS_OF_PARTNER = 2;

    private record Deliveries(List<Attempt> deliveries) {}

    private record Delivery(String id, List<Attempt> attempts) {}

    private record Ping(boolean accepted, Attempt attempt) {}

    private record Secret(String secret, String previousSecretSignsUntil) {}

    private record Headers(List<Name> headers) {}

    private record Name(String name) {}

    private final PartnerDirectory partners;
    private final ConfirmedChanges confirmed;
    private final CommandGateway commands;
    private final WebhookReports reports;
    private final ApiSettings settings;
    private final Clock clock;
    private final PartnerSlots pings = new PartnerSlots(
            MOST_PINGS, MOST_PINGS_OF_PARTNER, "pings or resumptions", "Wait until one of them is answered.");

    WebhookOperations(PartnerDirectory partners, ApiTables tables, ApiSettings settings, Clock clock) {
        this.partners = partners;
        this.confirmed = tables.confirmed();
        this.commands = tables.commands();
        this.reports = tables.webhooks();
        this.settings = settings;
        this.clock = clock;
    }

    void get(Context context, Caller caller) {
        writeStatus(context, config(caller));
    }

    void deliveries(Context context, Caller caller) {
        config(caller);
        context.result(
                JsonOutput.of(new Deliveries(Attempt.of(reports.attempts().of(caller.partnerId())))));
    }

    void delivery(Context context, Caller caller) {
        config(caller);
        String id = context.pathParam("deliveryId");
        List<WebhookAttempt> attempts = reports.attempts().of(caller.partnerId()).stream()
                .filter(attempt -> attempt.getWebhookId().equals(id))
                .toList();
        if (attempts.isEmpty()) {
            throw HttpProblem.of(
                    ErrorCode.NOT_FOUND,
                    "None of your latest deliveries is \"" + HttpProblem.shown(id) + "\".",
                    "GET /v1/partner/webhook/deliveries lists them.");
        }
        context.result(JsonOutput.of(new Delivery(id, Attempt.of(attempts))));
    }

    @SuppressWarnings("try") // the slot only needs to be held
    void resume(Context context, Caller caller) {
        config(caller);
        try (PartnerSlots.Slot slot = pings.take(caller.partnerId())) {
            PartnerConfig config = control(context, caller, Kind.CHANGE, WebhookOperations::resumed);
            awaitResumed(config);
            writeStatus(context, config);
        }
    }

    /** Waits until the sink has acted on it, so that the response shows the state that this made. */
    private void awaitResumed(PartnerConfig config) {
        String partnerId = config.getPartner().getPartnerId();
        try {
            long deadline = System.nanoTime() + RESUME_PATIENCE.toNanos();
            while (System.nanoTime() < deadline
                    && !EndpointHealth.isResumed(config, reports.endpoints().apply(partnerId))) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw HttpProblem.unavailable("The service is stopping.");
        }
    }

    void resync(Context context, Caller caller) {
        config(caller);
        byte[] body = RequestBody.bytes(context, settings.maxBodyBytes());
        if (body.length > 0) {
            RequestBody.requireMediaType(context, "application/json");
        }
        ResyncScope scope =
                body.length == 0 ? null : StrictJson.<@Nullable ResyncScope>read(body, WebhookOperations::resyncScope);
        if (scope != null) {
            CompanyAccess company = partners.company(caller, Long.toString(scope.getCompanyId()));
            if (scope.getLocationId() != null) {
                company.scope(Long.toString(scope.getLocationId()));
            }
        }
        writeStatus(context, changed(caller, Kind.CHANGE, config -> resynced(config, scope)));
    }

    void rotateSecret(Context context, Caller caller) {
        config(caller);
        var control = control(
                        context,
                        caller,
                        Kind.ROTATION,
                        config -> WebhookRequests.rotateSecret(config.getWebhookControl(), clock.millis()))
                .getWebhookControl();
        Instant rotated = Instant.ofEpochMilli(Objects.requireNonNull(control.getSecretRotatedAt()));
        context.header("Cache-Control", "no-store")
                .result(JsonOutput.of(new Secret(
                        settings.masterKey().webhookSecret(caller.partnerId(), control.getSecretGeneration()),
                        WebhookJson.time(rotated.plus(settings.secretOverlap())))));
    }

    @SuppressWarnings("try") // the slot only needs to be held
    void ping(Context context, Caller caller) {
        requireReceiving(config(caller));
        try (PartnerSlots.Slot slot = pings.take(caller.partnerId())) {
            long ping = control(context, caller, Kind.PING, config -> WebhookRequests.ping(config.getWebhookControl()))
                    .getWebhookControl()
                    .getPings();
            WebhookAttempt attempt = reports.attempts().awaitPing(caller.partnerId(), ping, reports.pingPatience());
            if (attempt == null) {
                throw HttpProblem.unavailable(
                        "No ping was sent within " + reports.pingPatience().toSeconds() + " seconds.",
                        "Check GET /v1/partner/webhook/deliveries a little later, or send the same request again.");
            }
            context.result(
                    JsonOutput.of(new Ping(attempt.getOutcome() == AttemptOutcome.ACCEPTED, Attempt.of(attempt))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw HttpProblem.unavailable("The service is stopping.");
        }
    }

    /** Nothing is sent to a webhook that is off or held, so nobody needs to wait for it. */
    private static void requireReceiving(PartnerConfig config) {
        switch (WebhookState.of(config, true, null)) {
            case DISABLED ->
                throw HttpProblem.of(
                        ErrorCodes.CHANGE_NOT_ALLOWED,
                        List.of(new Violation("webhook.enabled", "is false, so no ping is sent")),
                        "Enable the webhook with PUT /v1/partner.");
            case HELD -> throw notAllowed("webhook", "is held by the operator, so no ping is sent");
            case NO_CLIENT, HEALTHY, BACKING_OFF, SUSPENDED -> {}
        }
    }

    private PartnerConfig control(
            Context context, Caller caller, Kind kind, Function<PartnerConfig, WebhookControl> change) {
        var unused = RequestBody.bytes(context, settings.maxBodyBytes());
        return changed(caller, kind, change);
    }

    /** Changes what is requested of the webhook, and returns the configuration after the change. */
    private PartnerConfig changed(Caller caller, Kind kind, Function<PartnerConfig, WebhookControl> change) {
        return commands.carryOut(
                caller.partnerId(), kind, before -> new State(before.getPartner(), change.apply(before)));
    }

    private static WebhookControl resumed(PartnerConfig config) {
        if (config.getWebhookControl().getSuspended()) {
            throw notAllowed("webhook", "is held by the operator, and only the operator can release it");
        }
        return WebhookRequests.resume(config.getWebhookControl());
    }

    private static WebhookControl resynced(PartnerConfig config, @Nullable ResyncScope scope) {
        WebhookRequests.foreign(config.getPartner(), scope).ifPresent(foreign -> {
            throw notAllowed(foreign.field(), foreign.problem());
        });
        return WebhookRequests.resync(config.getWebhookControl(), scope);
    }

    private static HttpProblem notAllowed(String field, String problem) {
        return HttpProblem.of(ErrorCodes.CHANGE_NOT_ALLOWED, List.of(new Violation(field, problem)), ASK_THE_OPERATOR);
    }

    /** The configuration of a caller that may use it, including all confirmed changes. */
    private PartnerConfig config(Caller caller) {
        confirmed.await(caller.partnerId());
        return partners.enabled(caller);
    }

    private void writeStatus(Context context, PartnerConfig config) {
        String partnerId = config.getPartner().getPartnerId();
        context.result(WebhookJson.status(
                config,
                reports.endpoints().apply(partnerId),
                reports.backlogs().apply(partnerId),
                reports.attempts(),
                previousSignsUntil(config)));
    }

    /** The end of the overlap after a rotation; null if it has passed. */
    private @Nullable Instant previousSignsUntil(PartnerConfig config) {
        Long rotated = config.getWebhookControl().getSecretRotatedAt();
        Instant end = rotated == null ? null : Instant.ofEpochMilli(rotated).plus(settings.secretOverlap());
        return end != null && end.isAfter(clock.instant()) ? end : null;
    }

    /** Reads the part of the catalog in a resync request (D32); null requests everything. Unknown fields are ignored (D20). */
    private static @Nullable ResyncScope resyncScope(ObjectNode json) {
        JsonFields fields = new JsonFields();
        Long companyId = id(json, "companyId", fields);
        Long locationId = id(json, "locationId", fields);
        String barcode = fields.optional(
                json,
                "barcode",
                node -> node.isTextual() && Ids.isBarcode(node.textValue()),
                "a barcode",
                JsonNode::asText);
        if (fields.isEmpty() && locationId != null && companyId == null) {
            fields.violation("companyId", "is required with locationId");
        }
        if (fields.isEmpty() && barcode != null && locationId == null) {
            fields.violation("locationId", "is required with barcode; for company scope, use the company's id");
        }
        fields.requireNone();
        return companyId == null ? null : new ResyncScope(companyId, locationId, barcode);
    }

    private static @Nullable Long id(ObjectNode json, String name, JsonFields fields) {
        return fields.optional(
                json,
                name,
                node -> node.isIntegralNumber() && node.canConvertToLong() && Ids.isNumber(node.longValue()),
                "a whole number from 1 to " + Ids.MAX_NUMBER,
                JsonNode::longValue);
    }

    /**
     * The headers that the endpoint requires of the sender, as the partner sets and sees them. Values are encrypted here, and
     * never shown again.
     */
    void authentication(Context context, Caller caller) {
        writeNames(context, config(caller));
    }

    void putAuthentication(Context context, Caller caller) {
        config(caller);
        byte[] body = RequestBody.json(context, settings.maxBodyBytes());
        replace(context, caller, StaticHeader.seal(settings.masterKey(), caller.partnerId(), headers(body)));
    }

    void deleteAuthentication(Context context, Caller caller) {
        config(caller);
        var unused = RequestBody.bytes(context, settings.maxBodyBytes());
        replace(context, caller, List.of());
    }

    private void replace(Context context, Caller caller, List<WebhookHeader> by) {
        writeNames(
                context,
                changed(caller, Kind.CHANGE, config -> WebhookRequests.withHeaders(config.getWebhookControl(), by)));
    }

    private static void writeNames(Context context, PartnerConfig config) {
        List<Name> names = config.getWebhookControl().getHeaders().stream()
                .map(header -> new Name(header.getName()))
                .toList();
        context.header("Cache-Control", "no-store").result(JsonOutput.of(new Headers(names)));
    }

    /**
     * Reads a body. Unlike elsewhere (D20), unknown members are refused: a misspelt one would turn a protection off.
     *
     * @throws HttpProblem 400 with every violation
     */
    private static List<StaticHeader> headers(byte[] body) {
        JsonFields fields = new JsonFields();
        List<StaticHeader> headers = StrictJson.read(body, json -> {
            fields.only(json, "", Set.of("headers"), NO_MEMBER);
            return json.has("headers")
                    ? fields.objects(json, "", "headers", (header, at) -> header(header, at, fields))
                    : List.of();
        });
        fields.requireNone();
        StaticHeader.violations(headers).forEach(violation -> fields.violation(violation.field(), violation.problem()));
        fields.requireNone();
        return headers;
    }

    private static StaticHeader header(JsonNode json, String at, JsonFields fields) {
        fields.only(json, at, Set.of("name", "value"), NO_MEMBER);
        return new StaticHeader(secret(json, at, "name", fields), secret(json, at, "value", fields));
    }

    /** Like {@link JsonFields#text}, but without showing the value received instead. */
    private static String secret(JsonNode object, String path, String name, JsonFields fields) {
        JsonNode node = object.path(name);
        if (!node.isTextual()) {
            fields.violation(path + name, "expected a string");
        }
        return node.asText();
    }
}
