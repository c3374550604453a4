package dev.partnercatalog.cli.console;

import dev.partnercatalog.cli.client.ClientAccounts;
import dev.partnercatalog.cli.client.Credentials;
import dev.partnercatalog.cli.explain.Explanation;
import dev.partnercatalog.cli.explain.Explanation.Question;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.recorded.RecordedCatalog;
import dev.partnercatalog.cli.topic.RecordTopic;
import dev.partnercatalog.cli.webhook.PartnerTables;
import dev.partnercatalog.cli.webhook.WebhookStatus;
import dev.partnercatalog.cli.webhook.WebhookStatus.State;
import dev.partnercatalog.cli.webhook.Webhooks;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The JSON of the console, below {@code /api/}. */
final class ConsoleApi {

    static final String PATH = "/api/";

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleApi.class);
    private static final ErrorCode NOT_DONE = new ErrorCode("NOT_DONE", 409, "Not done");
    private static final int NAMED = 20;

    /** The most requests that read topics at once; each may need 150 MB. */
    private static final int AT_ONCE = 2;

    private static final long PATIENCE_SECONDS = 10;
    private static final List<State> WORST_FIRST =
            List.of(State.SUSPENDED, State.NO_CLIENT, State.BACKING_OFF, State.HELD);

    /** The topics of the resolver's results. */
    private static final List<CatalogTopic> RESOLVED = List.of(
            CatalogTopic.RESOLVED_VARIANTS,
            CatalogTopic.COMPANY_VARIANTS,
            CatalogTopic.SKU_BARCODES,
            CatalogTopic.PARTNER_CONFIGS,
            CatalogTopic.SCOPE_CONFIGS,
            CatalogTopic.COMPANY_DIRECTORY);

    /** @param fault why this may be incomplete or old, as text; null if it is neither */
    private record Overview(
            @Nullable String fault,
            Observation.@Nullable Flow flow,
            List<String> inputs,
            List<String> resolved,
            long partners,
            long healthy,
            long due,
            long deadLetters,
            List<PartnerTables.Entry> troubled,
            long troubledCount,
            List<String> unreadable,
            List<Observation.Totals> totals) {}

    private record Partners(@Nullable String fault, List<PartnerTables.Entry> partners) {}

    private record OnePartner(
            String name, WebhookStatus status, int companies, List<Client> clients, List<WebhookAttempt> attempts) {}

    private record Resync(
            @Nullable Long companyId,
            @Nullable Long locationId,
            @Nullable String barcode) {}

    private record NewClient(@Nullable String clientId) {}

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final PartnerTables partners;
    private final ConsoleLetters letters;
    private final Observation observation;
    private final Semaphore permits = new Semaphore(AT_ONCE);

    ConsoleApi(
            KafkaSettings kafka,
            SchemaRegistry registry,
            PartnerTables partners,
            ConsoleLetters letters,
            Observation observation) {
        this.kafka = kafka;
        this.registry = registry;
        this.partners = partners;
        this.letters = letters;
        this.observation = observation;
    }

    void addTo(Routes routes) {
        get(routes, "overview", context -> overview());
        get(routes, "partners", context -> new Partners(observation.fault(), worstFirst()));
        get(routes, "partners/{id}", context -> partner(id(context)));
        get(routes, "explain", reading(this::explain));
        get(routes, "dead-letters", reading(letters::list));
        get(routes, "dead-letters/{id}", reading(letters::one));
        routes.post(PATH + "dead-letters/check", handler(reading(context -> letters.replay(context, true))));
        post(routes, "dead-letters/replay", "replay dead letters", reading(each -> letters.replay(each, false)));
        post(routes, "partners/{id}/suspend", "suspend", context -> control(context, Webhooks::suspend));
        post(routes, "partners/{id}/ping", "ping", context -> control(context, Webhooks::ping));
        post(routes, "partners/{id}/resume", "resume", context -> webhooks().resume(id(context)));
        post(routes, "partners/{id}/resync", "resync", this::resync);
        post(routes, "partners/{id}/clients", "create client", this::createClient);
        post(routes, "clients/{id}/disable", "disable client", context -> enable(context, false));
        post(routes, "clients/{id}/enable", "enable client", context -> enable(context, true));
        post(routes, "clients/{id}/rotate-secret", "rotate client secret", this::rotateSecret);
    }

    private void get(Routes routes, String path, Function<Context, ?> answer) {
        routes.get(PATH + path, handler(answer));
    }

    /** @param what the change, for the log */
    private void post(Routes routes, String path, String what, Function<Context, ?> change) {
        routes.post(PATH + path, handler(context -> {
            // A page of another origin can't send this without asking, even if a proxy in front adds the token.
            RequestBody.requireMediaType(context, "application/json");
            String target = context.pathParamMap().getOrDefault("id", "");
            var line = LOG.atInfo().addKeyValue("who", "console").addKeyValue("what", what);
            try {
                Object done = change.apply(context);
                String about = target.isEmpty() ? String.valueOf(done) : target;
                line.addKeyValue("target", about).log("changed");
                return done;
            } catch (RuntimeException e) {
                line.addKeyValue("target", target).log("not changed: {}", e.getMessage());
                throw e;
            }
        }));
    }

    private static Handler handler(Function<Context, ?> answer) {
        return context -> {
            try {
                context.result(ConsoleJson.write(answer.apply(context)));
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
    private <T> Function<Context, T> reading(Function<Context, T> answer) {
        return context -> {
            Observation.Sight sight = observation.sight();
            if (sight.isOutage()) {
                throw HttpProblem.unavailable(String.valueOf(sight.fault()));
            }
            try {
                if (!permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw HttpProblem.unavailable("The console is reading for others.");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw HttpProblem.unavailable("The console is stopping.");
            }
            try {
                return answer.apply(context);
            } finally {
                permits.release();
            }
        };
    }

    private Overview overview() {
        List<PartnerTables.Entry> all = worstFirst();
        List<PartnerTables.Entry> troubled =
                all.stream().filter(entry -> rank(entry) <= WORST_FIRST.size()).toList();
        return new Overview(
                observation.fault(),
                observation.sight().flow(),
                Observation.INPUTS.stream().map(CatalogTopic::baseName).toList(),
                RESOLVED.stream().map(CatalogTopic::baseName).toList(),
                all.size(),
                all.stream()
                        .filter(entry -> entry.status().state() == State.HEALTHY)
                        .count(),
                all.stream().mapToLong(entry -> entry.status().due()).sum(),
                letters.size(),
                troubled.stream().limit(NAMED).toList(),
                troubled.size(),
                partners.unreadable().stream()
                        .limit(NAMED)
                        .map(UnreadableRecord::text)
                        .toList(),
                observation.totals());
    }

    private List<PartnerTables.Entry> worstFirst() {
        return partners.all().stream()
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
        PartnerTables.Entry entry = partners.all().stream()
                .filter(each -> each.status().partnerId().equals(partnerId))
                .findFirst()
                .orElseThrow(() -> HttpProblem.of(
                        ErrorCode.NOT_FOUND, "There is no partner " + partnerId + ".", "See the list of partners."));
        return new OnePartner(
                entry.name(),
                entry.status(),
                entry.companies(),
                partners.clients(partnerId),
                partners.attempts(partnerId));
    }

    private static String id(Context context) {
        return Ids.requireName("id", context.pathParam("id"));
    }

    private Webhooks webhooks() {
        return Webhooks.of(kafka, registry);
    }

    private WebhookStatus control(Context context, BiConsumer<Webhooks, String> action) {
        action.accept(webhooks(), id(context));
        return webhooks().status(id(context));
    }

    private WebhookStatus resync(Context context) {
        Resync wanted = ConsoleJson.read(context, Resync.class);
        Long company = wanted.companyId();
        String barcode = wanted.barcode();
        if ((company == null && wanted.locationId() != null) || (wanted.locationId() == null && barcode != null)) {
            throw HttpProblem.invalid("request", "a location needs its company, and a barcode its location");
        }
        ResyncScope scope = company == null
                ? null
                : new ResyncScope(company, wanted.locationId(), barcode == null ? null : Ids.requireBarcode(barcode));
        webhooks().resync(id(context), scope);
        return webhooks().status(id(context));
    }

    private RecordTopic<Client> clients() {
        return new RecordTopic<>(CatalogTopic.CLIENTS, Client.class, kafka, registry);
    }

    private Credentials createClient(Context context) {
        NewClient wanted = ConsoleJson.read(context, NewClient.class);
        return ClientAccounts.create(clients(), id(context), wanted.clientId(), Clock.systemUTC());
    }

    private Client enable(Context context, boolean enabled) {
        return ClientAccounts.enable(clients(), id(context), enabled);
    }

    private Credentials rotateSecret(Context context) {
        return ClientAccounts.rotateSecret(clients(), id(context));
    }

    private Object explain(Context context) {
        long company = Ids.requireNumber("company", query(context, "company"));
        String location = query(context, "location");
        String partner = Ids.requireName("partner", query(context, "partner"));
        Scope scope = Scope.of(company, location.isEmpty() ? company : Ids.requireNumber("location", location));
        String sku = query(context, "sku");
        Question question = sku.isEmpty()
                ? new Question(partner, scope, Ids.requireBarcode(query(context, "barcode")), false)
                : new Question(partner, scope, Ids.requireSku(sku), true);
        try (RecordedCatalog catalog = RecordedCatalog.connect(kafka, registry)) {
            return Explanation.of(question, catalog);
        }
    }

    private static String query(Context context, String name) {
        return Objects.requireNonNullElse(context.queryParam(name), "").strip();
    }
}
