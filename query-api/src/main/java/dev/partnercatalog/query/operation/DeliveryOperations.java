package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.http.RequestBody;
import dev.partnercatalog.query.access.AccessDecision;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.webhook.WebhookReports;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.HttpHeader;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookExchange;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One message to a partner's webhook, with the requests and responses of its attempts: {@code …/deliveries/{id}}. */
final class DeliveryOperations {

    static final String PATH = "/v1/partner/webhook/deliveries/{deliveryId}";

    private final WebhookOperations webhook;
    private final PartnerDirectory partners;
    private final Changes changes;
    private final WebhookReports reports;
    private final OperationLimits limits;

    DeliveryOperations(
            WebhookOperations webhook,
            PartnerDirectory partners,
            Changes changes,
            WebhookReports reports,
            OperationLimits limits) {
        this.webhook = webhook;
        this.partners = partners;
        this.changes = changes;
        this.reports = reports;
        this.limits = limits;
    }

    /** What is known of a message: its latest attempts, newest first, and those exchanges that were recorded. */
    private record Delivery(String id, List<WebhookAttempt> attempts, List<WebhookExchange> exchanges) {

        ShownAttempt shown(WebhookAttempt attempt) {
            Optional<WebhookExchange> exchange = exchanges.stream()
                    .filter(any -> any.getAt() == attempt.getAt())
                    .findFirst();
            return new ShownAttempt(
                    WebhookJson.Attempt.of(attempt),
                    exchange.map(any -> new Sent(any.getRequestHeaders(), any.getRequestBody()))
                            .orElse(null),
                    exchange.filter(any -> any.getHttpStatus() != null)
                            .map(any -> new Sent(any.getResponseHeaders(), any.getResponseBody()))
                            .orElse(null));
        }

        List<ResyncScope> variants() {
            return exchanges.isEmpty() ? List.of() : exchanges.get(0).getVariants();
        }
    }

    private record Shown(String id, int repeatable, List<ShownAttempt> attempts) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ShownAttempt(
            WebhookJson.Attempt attempt,
            @Nullable Sent request,
            @Nullable Sent response) {}

    private record Sent(List<HttpHeader> headers, String body) {}

    void get(Context context, Caller caller) {
        webhook.config(caller);
        Delivery delivery = find(context, caller);
        context.result(JsonOutput.of(new Shown(
                delivery.id(),
                repeatable(delivery, caller).size(),
                delivery.attempts().stream().map(delivery::shown).toList())));
    }

    /** Has the variants of a message sent again, as they are now. */
    void repeat(Context context, Caller caller) {
        PartnerConfig config = webhook.config(caller);
        RequestBody.bytes(context, limits.maxBodyBytes());
        List<ResyncScope> variants = repeatable(find(context, caller), caller);
        if (variants.isEmpty()) {
            throw HttpProblem.of(
                    ErrorCode.NOT_FOUND,
                    "The message has no variants that can be sent again: it isn't recorded any more, has too many, or"
                            + " they are not yours to see any more.",
                    "Resync a part instead: POST /v1/partner/webhook/resync.");
        }
        for (int i = 0; i < variants.size(); i++) {
            config = changes.makePart(context, caller, i, new ControlWebhook(WebhookAction.RESYNC, variants.get(i)));
        }
        webhook.writeStatus(context, config);
    }

    private Delivery find(Context context, Caller caller) {
        String id = context.pathParam("deliveryId");
        Delivery delivery = new Delivery(
                id,
                reports.attempts(caller.partnerId()).stream()
                        .filter(attempt -> attempt.getWebhookId().equals(id))
                        .toList(),
                reports.exchanges(caller.partnerId()).stream()
                        .filter(exchange -> exchange.getWebhookId().equals(id))
                        .toList());
        if (delivery.attempts().isEmpty()) {
            throw HttpProblem.of(
                    ErrorCode.NOT_FOUND,
                    "None of your latest deliveries is \"" + HttpProblem.shown(id) + "\".",
                    "GET /v1/partner/webhook/deliveries lists them.");
        }
        return delivery;
    }

    private List<ResyncScope> repeatable(Delivery delivery, Caller caller) {
        return delivery.variants().stream()
                .filter(variant -> partners.company(caller, Long.toString(variant.getCompanyId()))
                                .then(company -> company.scope(Long.toString(
                                        variant.getLocationId() == null
                                                ? variant.getCompanyId()
                                                : variant.getLocationId())))
                        instanceof AccessDecision.Allowed<?>)
                .toList();
    }
}
