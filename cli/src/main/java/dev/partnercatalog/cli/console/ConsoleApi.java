package dev.partnercatalog.cli.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.partnercatalog.cli.client.ClientAccounts;
import dev.partnercatalog.cli.explain.Explanation;
import dev.partnercatalog.cli.explain.Explanation.Question;
import dev.partnercatalog.cli.explain.RecordedCatalog;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.webhook.PartnerTables;
import dev.partnercatalog.cli.webhook.WebhookStatus;
import dev.partnercatalog.cli.webhook.Webhooks;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.runtime.http.StrictJson;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.webhook.WebhookRequests;
import dev.partnercatalog.runtime.webhook.WebhookState;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** The JSON of the console, below {@code /api/}. */
final class ConsoleApi {

    static final String PATH = "/api/";
    private static final int MAX_BODY_BYTES = 64 << 10;

    private static final ErrorCode NOT_DONE = new ErrorCode("NOT_DONE", 409, "Not done");
    private static final int NAMED = 20;

    /** The most requests that read topics at once; each may need 150 MB. */
    private static final int AT_ONCE = 2;

    private static final long PATIENCE_SECONDS = 10;
    private static final List<WebhookState> WORST_FIRST =
            List.of(WebhookState.SUSPENDED, WebhookState.NO_CLIENT, WebhookState.BACKING_OFF, WebhookState.HELD);

    /**
     * @param fault why this may be incomplete or old, as text; null if it is neither
     * @param deadLetters the most that there can be
     */
    private record Overview(
            @Nullable String fault,
            Observation.@Nullable Flow flow,
            long partners,
            long healthy,
            long due,
            long deadLetters,
            List<PartnerTables.Entry> troubled,
            long troubledCount,
            List<String> unreadable) {}

    private record Partners(@Nullable String fault, List<PartnerTables.Entry> partners) {}

    private record OnePartner(
            String name,
            WebhookStatus status,
            int companies,
            List<ClientAccounts.ClientSummary> clients,
            List<WebhookAttempt> attempts) {}

    private record Resync(
            @Nullable Long companyId,
            @Nullable Long locationId,
            @Nullable String barcode) {}

    private record NewClient(@Nullable String clientId) {}

    private final Supplier<OpenTopics> opening;
    private final Observation observation;
    private final Semaphore permits = new Semaphore(AT_ONCE);

    ConsoleApi(Supplier<OpenTopics> opening, Observation observation) {
        this.opening = opening;
        this.observation = observation;
    }

    void addTo(Routes routes) {
        get(routes, "overview", context -> overview());
        get(routes, "partners", context -> new Partners(observation.fault(), worstFirst()));
        get(routes, "partners/{id}", context -> partner(id(context)));
        get(routes, "explain", reading(ConsoleApi::explain));
        get(
                routes,
                "dead-letters",
                reading((call, topics) ->
                        ConsoleLetters.list(topics, call.queryParam("topic"), call.queryParam("reason"))));
        get(routes, "dead-letters/{id}", reading((call, topics) -> ConsoleLetters.one(topics, call.pathParam("id"))));
        routes.post(PATH + "dead-letters/check", handler(replaying(true)));
        post(routes, "dead-letters/replay", "replay dead letters", replaying(false));
        change(routes, "partners/{id}/suspend", "suspend", asking(WebhookRequests::suspend));
        change(routes, "partners/{id}/ping", "ping", asking(WebhookRequests::ping));
        change(routes, "partners/{id}/resume", "resume", (call, topics) -> new Webhooks(topics).resume(id(call)));
        change(routes, "partners/{id}/resync", "resync", ConsoleApi::resync);
        change(routes, "partners/{id}/clients", "create client", (call, topics) -> {
            String clientId = read(call, NewClient.class).clientId();
            return ClientAccounts.create(topics, id(call), clientId);
        });
        change(routes, "clients/{id}/disable", "disable client", enabling(false));
        change(routes, "clients/{id}/enable", "enable client", enabling(true));
        change(
                routes,
                "clients/{id}/rotate-secret",
                "rotate client secret",
                (call, topics) -> ClientAccounts.rotateSecret(topics, id(call)));
    }

    private void get(Routes routes, String path, Function<Context, ?> answer) {
        routes.get(PATH + path, handler(answer));
    }

    /** @param what the change, for the log */
    private void post(Routes routes, String path, String what, Function<Context, ?> change) {
        routes.post(PATH + path, handler(context -> {
            // A page of another origin can't send this without asking, even if a proxy in front adds the token.
            RequestBody.requireMediaType(context, "application/json");
            Object done = change.apply(context);
            String target = context.pathParamMap().getOrDefault("id", String.valueOf(done));
            CommandOutput.logChange("console", what, target);
            return done;
        }));
    }

    private void change(Routes routes, String path, String what, BiFunction<Context, OpenTopics, ?> change) {
        post(routes, path, what, call -> {
            try (OpenTopics topics = opening.get()) {
                return change.apply(call, topics);
            }
        });
    }

    private static Handler handler(Function<Context, ?> answer) {
        return context -> {
            try {
                context.result(Json.of(answer.apply(context)));
            } catch (InvalidKeyException e) {
                throw HttpProblem.invalid("request", String.valueOf(e.getMessage()));
            } catch (OperatorFault e) {
                throw HttpProblem.of(NOT_DONE, String.valueOf(e.getMessage()), "Mend that, and try again.");
            } catch (BrokerUnavailableException | RegistryUnavailableException | KafkaException e) {
                throw HttpProblem.unavailable(String.valueOf(e.getMessage()));
            }
        };
    }

    /** For requests that read topics: only a few at once, and none while no broker answers. */
    private <T> Function<Context, T> reading(BiFunction<Context, OpenTopics, T> answer) {
        return context -> {
            Observation.Observed observed = observation.observed();
            if (observed.isOutage()) {
                throw HttpProblem.unavailable(String.valueOf(observed.fault()));
            }
            try {
                if (!permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw HttpProblem.unavailable("The console is reading for others.");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw HttpProblem.unavailable("The console is stopping.");
            }
            try (OpenTopics topics = opening.get()) {
                return answer.apply(context, topics);
            } finally {
                permits.release();
            }
        };
    }

    /** The request's body; throws {@link HttpProblem} if it isn't such JSON. */
    private static <T> T read(Context context, Class<T> type) {
        try {
            return Json.MAPPER.treeToValue(StrictJson.object(RequestBody.json(context, MAX_BODY_BYTES)), type);
        } catch (JsonProcessingException e) {
            throw HttpProblem.invalid("body", "doesn't have the fields of this request, in their types");
        }
    }

    private Overview overview() {
        List<PartnerTables.Entry> all = worstFirst();
        List<PartnerTables.Entry> troubled =
                all.stream().filter(entry -> rank(entry) <= WORST_FIRST.size()).toList();
        Observation.Flow flow = observation.observed().flow();
        return new Overview(
                observation.fault(),
                flow,
                all.size(),
                all.stream()
                        .filter(entry -> entry.status().state() == WebhookState.HEALTHY)
                        .count(),
                all.stream().mapToLong(entry -> entry.status().due()).sum(),
                flow == null ? 0 : flow.deadLetters(),
                troubled.stream().limit(NAMED).toList(),
                troubled.size(),
                observation.partners().stream()
                        .flatMap(partners -> partners.unreadable().stream())
                        .limit(NAMED)
                        .map(UnreadableRecord::text)
                        .toList());
    }

    private List<PartnerTables.Entry> worstFirst() {
        return observation.partners().stream()
                .flatMap(partners -> partners.all().stream())
                .sorted(Comparator.comparingInt(ConsoleApi::rank)
                        .thenComparing(entry -> -entry.status().due()))
                .toList();
    }

    /** What is well ranks last. */
    private static int rank(PartnerTables.Entry entry) {
        int rank = WORST_FIRST.indexOf(entry.status().state());
        return rank >= 0 ? rank : WORST_FIRST.size() + (entry.status().heldRemovals() > 0 ? 0 : 1);
    }

    private OnePartner partner(String partnerId) {
        return observation
                .partners()
                .flatMap(partners -> partners.all().stream()
                        .filter(entry -> entry.status().partnerId().equals(partnerId))
                        .findFirst()
                        .map(entry -> new OnePartner(
                                entry.name(),
                                entry.status(),
                                entry.companies(),
                                partners.clients(partnerId).stream()
                                        .map(ClientAccounts.ClientSummary::of)
                                        .toList(),
                                partners.attempts(partnerId))))
                .orElseThrow(() -> HttpProblem.of(
                        ErrorCode.NOT_FOUND, "There is no partner " + partnerId + ".", "See the list of partners."));
    }

    private static String id(Context context) {
        return Ids.requireName("id", context.pathParam("id"));
    }

    private Function<Context, ConsoleLetters.Replayed> replaying(boolean dryRun) {
        return reading(
                (call, topics) -> ConsoleLetters.replay(topics, read(call, ConsoleLetters.Selection.class), dryRun));
    }

    private static BiFunction<Context, OpenTopics, WebhookStatus> asking(UnaryOperator<WebhookControl> change) {
        return (call, topics) -> {
            Webhooks webhooks = new Webhooks(topics);
            webhooks.change(id(call), change);
            return webhooks.status(id(call));
        };
    }

    private static BiFunction<Context, OpenTopics, ClientAccounts.ClientSummary> enabling(boolean enabled) {
        return (call, topics) -> ClientAccounts.enable(topics, id(call), enabled);
    }

    private static WebhookStatus resync(Context context, OpenTopics topics) {
        Resync wanted = read(context, Resync.class);
        Long company = wanted.companyId();
        String barcode = wanted.barcode();
        if ((company == null && wanted.locationId() != null) || (wanted.locationId() == null && barcode != null)) {
            throw HttpProblem.invalid("request", "a location needs its company, and a barcode its location");
        }
        ResyncScope scope = company == null
                ? null
                : new ResyncScope(company, wanted.locationId(), barcode == null ? null : Ids.requireBarcode(barcode));
        Webhooks webhooks = new Webhooks(topics);
        webhooks.resync(id(context), scope);
        return webhooks.status(id(context));
    }

    private static Object explain(Context context, OpenTopics topics) {
        long company = Ids.requireNumber("company", query(context, "company"));
        String location = query(context, "location");
        String partner = Ids.requireName("partner", query(context, "partner"));
        Scope scope = Scope.of(company, location.isEmpty() ? company : Ids.requireNumber("location", location));
        String sku = query(context, "sku");
        Question question = sku.isEmpty()
                ? new Question(partner, scope, Ids.requireBarcode(query(context, "barcode")), false)
                : new Question(partner, scope, Ids.requireSku(sku), true);
        return Explanation.of(question, new RecordedCatalog(topics));
    }

    private static String query(Context context, String name) {
        return Objects.requireNonNullElse(context.queryParam(name), "").strip();
    }
}
