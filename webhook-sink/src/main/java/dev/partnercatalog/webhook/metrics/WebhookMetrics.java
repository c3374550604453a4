package dev.partnercatalog.webhook.metrics;

import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.webhook.delivery.AttemptLog;
import dev.partnercatalog.webhook.delivery.EndpointState;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.BacklogLog;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Counts what passes on its way to the journal. At most a thousand partners get their own series; the others share
 * those of {@value #OTHERS}. Thread-safe.
 */
public final class WebhookMetrics implements AttemptLog, BacklogLog {

    /** Not a valid partner id, since an id contains no space. */
    static final String OTHERS = "all others";

    private static final int MAX_PARTNERS = 1_000;

    private record PartnerPartition(String partnerId, int partition) {}

    private record Backlog(long due, long oldestDueAt, long isolated, long heldRemovals) {

        Backlog plus(Backlog other) {
            return new Backlog(
                    due + other.due,
                    Math.min(oldestDueAt, other.oldestDueAt),
                    isolated + other.isolated,
                    heldRemovals + other.heldRemovals);
        }
    }

    private final AttemptLog attempts;
    private final BacklogLog backlogs;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private final Set<String> partners = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<PartnerPartition, Backlog> due = new ConcurrentHashMap<>();
    private final Timer duration;
    private final Counter givenUp;
    private final MultiGauge dueVariants;
    private final MultiGauge oldestDue;
    private final MultiGauge isolated;
    private final MultiGauge heldRemovals;
    private final MultiGauge inFlight;
    private final MultiGauge suspended;
    private final MultiGauge failing;
    private final Map<Condition, AtomicInteger> conditions = new EnumMap<>(Condition.class);
    private final Map<Condition, AtomicLong> dueByCondition = new EnumMap<>(Condition.class);

    /**
     * Measures what it passes on.
     *
     * @param meters the registry of the meters
     * @param attempts receives the attempts
     * @param backlogs receives the backlogs
     */
    public WebhookMetrics(MeterRegistry meters, AttemptLog attempts, BacklogLog backlogs, InstantSource clock) {
        this.meters = meters;
        this.attempts = attempts;
        this.backlogs = backlogs;
        this.clock = clock;
        this.duration = Timer.builder("catalog.webhook.attempt.duration")
                .description("How long attempts took.")
                .serviceLevelObjectives(
                        Duration.ofMillis(50), Duration.ofMillis(250), Duration.ofSeconds(1), Duration.ofSeconds(5))
                .register(meters);
        this.givenUp = Counter.builder("catalog.webhook.attempts.given.up")
                .description("Attempts that lasted longer than their time limits allow.")
                .register(meters);
        this.dueVariants = gauge("catalog.webhook.due", "Variants due to a partner.");
        this.oldestDue = gauge("catalog.webhook.oldest.due.seconds", "How long the oldest of them has been due.");
        this.isolated = gauge("catalog.webhook.isolated", "Due variants that were not accepted even alone.");
        this.heldRemovals = gauge(
                "catalog.webhook.held.removals",
                "Removals held because most of what a partner has is not listed any more.");
        this.inFlight = gauge("catalog.webhook.in.flight", "Attempts in flight.");
        this.suspended = gauge("catalog.webhook.suspended", "1 while nothing is sent to a partner.");
        this.failing =
                gauge("catalog.webhook.failing.seconds", "How long a partner's endpoint has done nothing but fail.");
        for (Condition condition : Condition.values()) {
            AtomicInteger endpoints = new AtomicInteger();
            conditions.put(condition, endpoints);
            Gauge.builder("catalog.webhook.endpoints", endpoints, AtomicInteger::get)
                    .description("Endpoints in use, by condition.")
                    .tag("state", condition.label())
                    .register(meters);
            AtomicLong variants = new AtomicLong();
            dueByCondition.put(condition, variants);
            Gauge.builder("catalog.webhook.due.variants", variants, AtomicLong::get)
                    .description("Variants due, by the condition of the partner's endpoint.")
                    .tag("state", condition.label())
                    .register(meters);
        }
    }

    private MultiGauge gauge(String name, String description) {
        return MultiGauge.builder(name).description(description).register(meters);
    }

    @Override
    public void add(WebhookAttempt attempt) {
        meters.counter(
                        "catalog.webhook.attempts",
                        "partner",
                        label(attempt.getPartnerId()),
                        "kind",
                        attempt.getKind().name().toLowerCase(Locale.ROOT),
                        "outcome",
                        attempt.getOutcome().name().toLowerCase(Locale.ROOT))
                .increment();
        if (attempt.getOutcome() == AttemptOutcome.ACCEPTED) {
            meters.counter("catalog.webhook.delivered", "partner", label(attempt.getPartnerId()))
                    .increment((double) attempt.getRecords() + attempt.getRemoved());
        }
        duration.record(Duration.ofMillis(attempt.getDurationMs()));
        attempts.add(attempt);
    }

    @Override
    public void givenUp() {
        givenUp.increment();
    }

    @Override
    public void publish(WebhookBacklog backlog) {
        PartnerPartition partition = new PartnerPartition(backlog.getPartnerId(), backlog.getPartition());
        Long oldest = backlog.getOldestDueAt();
        if (backlog.getDue() == 0 || oldest == null) {
            due.remove(partition);
        } else {
            due.put(partition, new Backlog(backlog.getDue(), oldest, backlog.getIsolated(), backlog.getHeldRemovals()));
        }
        backlogs.publish(backlog);
    }

    /**
     * Updates the meters that show current state; to be called before they are read.
     *
     * @param partitions the partitions whose backlog this instance reports
     */
    public void read(Set<Integer> partitions, List<EndpointState> endpoints) {
        // Kept, not dropped: during a rebalance no partition may be here for a moment.
        Map<String, Backlog> backlog = due.entrySet().stream()
                .filter(entry -> partitions.contains(entry.getKey().partition()))
                .collect(Collectors.toMap(
                        entry -> label(entry.getKey().partnerId()), Map.Entry::getValue, Backlog::plus));
        long now = clock.millis();
        register(dueVariants, backlog, Backlog::due);
        register(oldestDue, backlog, of -> Math.max(0, now - of.oldestDueAt()) / 1_000.0);
        register(isolated, backlog, Backlog::isolated);
        register(heldRemovals, backlog, Backlog::heldRemovals);
        register(inFlight, sum(endpoints, EndpointState::inFlight), Double::doubleValue);
        register(
                suspended,
                sum(endpoints, state -> state.status() == EndpointState.Status.SUSPENDED ? 1 : 0),
                Double::doubleValue);
        Instant time = Instant.ofEpochMilli(now);
        register(
                failing,
                endpoints.stream()
                        .collect(Collectors.toMap(
                                state -> label(state.partnerId()),
                                state -> state.failingFor(time),
                                (one, other) -> one.compareTo(other) < 0 ? other : one)),
                Duration::toSeconds);
        Map<Condition, Integer> counts = new EnumMap<>(Condition.class);
        Map<String, Condition> ofPartners = new HashMap<>();
        for (EndpointState state : endpoints) {
            Condition condition = Condition.of(state, time);
            counts.merge(condition, 1, Integer::sum);
            ofPartners.put(state.partnerId(), condition);
        }
        conditions.forEach((condition, number) -> number.set(counts.getOrDefault(condition, 0)));
        Map<Condition, Long> variants = new EnumMap<>(Condition.class);
        due.forEach((of, backlogOf) -> {
            Condition condition = ofPartners.get(of.partnerId());
            if (condition != null && partitions.contains(of.partition())) {
                variants.merge(condition, backlogOf.due(), Long::sum);
            }
        });
        dueByCondition.forEach((condition, number) -> number.set(variants.getOrDefault(condition, 0L)));
    }

    private Map<String, Double> sum(List<EndpointState> states, ToDoubleFunction<EndpointState> number) {
        return states.stream()
                .collect(Collectors.groupingBy(state -> label(state.partnerId()), Collectors.summingDouble(number)));
    }

    private static <T> void register(MultiGauge gauge, Map<String, T> values, ToDoubleFunction<T> number) {
        List<Row<?>> rows = values.entrySet().stream()
                .<Row<?>>map(
                        entry -> Row.of(Tags.of("partner", entry.getKey()), number.applyAsDouble(entry.getValue())))
                .toList();
        gauge.register(rows, true);
    }

    private String label(String partnerId) {
        if (partners.contains(partnerId) || (partners.size() < MAX_PARTNERS && partners.add(partnerId))) {
            return partnerId;
        }
        return OTHERS;
    }
}
