package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.webhook.delivery.EndpointState;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Counts what passes on its way to the journal. At most a thousand partners get their own series; the others share
 * those of {@value #OTHERS}. Thread-safe.
 */
public final class WebhookMetrics {

    /** Not a valid partner id, since an id contains no space. */
    static final String OTHERS = "all others";

    private static final int MAX_PARTNERS = 1_000;

    private final Consumer<WebhookAttempt> attempts;
    private final Consumer<WebhookBacklog> backlogs;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private final Set<String> partners = ConcurrentHashMap.newKeySet();
    /** By partner and partition. */
    private final ConcurrentMap<String, WebhookBacklog> due = new ConcurrentHashMap<>();

    private final Timer duration;
    private final ConcurrentMap<String, MultiGauge> gauges = new ConcurrentHashMap<>();

    /**
     * @param attempts receives each attempt that was counted
     * @param backlogs the same for how much is due
     */
    public WebhookMetrics(
            MeterRegistry meters,
            Consumer<WebhookAttempt> attempts,
            Consumer<WebhookBacklog> backlogs,
            InstantSource clock) {
        this.meters = meters;
        this.attempts = attempts;
        this.backlogs = backlogs;
        this.clock = clock;
        this.duration = Timer.builder("catalog.webhook.attempt.duration")
                .description("How long attempts took.")
                .serviceLevelObjectives(
                        Duration.ofMillis(50), Duration.ofMillis(250), Duration.ofSeconds(1), Duration.ofSeconds(5))
                .register(meters);
    }

    /** Counts an attempt, and passes it on. */
    public void add(WebhookAttempt attempt) {
        Tags partner = tags(attempt.getPartnerId());
        Tags tags = partner.and("kind", lower(attempt.getKind()), "outcome", lower(attempt.getOutcome()));
        meters.counter("catalog.webhook.attempts", tags).increment();
        if (attempt.getOutcome() == AttemptOutcome.ACCEPTED) {
            meters.counter("catalog.webhook.delivered", partner)
                    .increment((double) attempt.getRecords() + attempt.getRemoved());
        }
        duration.record(Duration.ofMillis(attempt.getDurationMs()));
        attempts.accept(attempt);
    }

    /** Notes how much is due, and passes it on. */
    public void publish(WebhookBacklog backlog) {
        boolean isDue = backlog.getDue() > 0 && backlog.getOldestDueAt() != null;
        due.compute(backlog.getPartnerId() + "/" + backlog.getPartition(), (key, before) -> isDue ? backlog : null);
        backlogs.accept(backlog);
    }

    /**
     * Updates the meters that show current state; to be called before they are read.
     *
     * @param partitions the partitions whose backlog this instance reports
     */
    public void read(Set<Integer> partitions, List<EndpointState> endpoints) {
        // Kept, not dropped: during a rebalance no partition may be here for a moment.
        List<WebhookBacklog> here = due.values().stream()
                .filter(backlog -> partitions.contains(backlog.getPartition()))
                .toList();
        Instant now = clock.instant();
        show("due", "Variants due to a partner.", backlogs(here, WebhookBacklog::getDue, Double::sum));
        show(
                "oldest.due.seconds",
                "How long the oldest of them has been due.",
                backlogs(here, of -> age(of, now), Double::max));
        show(
                "isolated",
                "Due variants that were not accepted even alone.",
                backlogs(here, WebhookBacklog::getIsolated, Double::sum));
        show(
                "held.removals",
                "Removals held because most of what a partner has is not listed any more.",
                backlogs(here, WebhookBacklog::getHeldRemovals, Double::sum));
        show("in.flight", "Attempts in flight.", states(endpoints, EndpointState::inFlight, Double::sum));
        show(
                "suspended",
                "1 while nothing is sent to a partner.",
                states(endpoints, of -> of.status() == EndpointStatus.SUSPENDED ? 1 : 0, Double::max));
        show(
                "failing.seconds",
                "How long a partner's endpoint has done nothing but fail.",
                states(endpoints, of -> of.failingFor(now).toSeconds(), Double::max));
    }

    private static double age(WebhookBacklog backlog, Instant now) {
        return Math.max(0, now.toEpochMilli() - Objects.requireNonNull(backlog.getOldestDueAt())) / 1_000.0;
    }

    private void show(String name, String description, Map<Tags, Double> values) {
        List<Row<?>> rows = values.entrySet().stream()
                .<Row<?>>map(value -> Row.of(value.getKey(), value.getValue()))
                .toList();
        gauges.computeIfAbsent(
                        "catalog.webhook." + name,
                        id -> MultiGauge.builder(id).description(description).register(meters))
                .register(rows, true);
    }

    private Map<Tags, Double> backlogs(
            List<WebhookBacklog> all, ToDoubleFunction<WebhookBacklog> number, BinaryOperator<Double> merge) {
        return all.stream().collect(Collectors.toMap(of -> tags(of.getPartnerId()), number::applyAsDouble, merge));
    }

    private Map<Tags, Double> states(
            List<EndpointState> all, ToDoubleFunction<EndpointState> number, BinaryOperator<Double> merge) {
        return all.stream().collect(Collectors.toMap(of -> tags(of.partnerId()), number::applyAsDouble, merge));
    }

    private Tags tags(String partnerId) {
        boolean isNamed = partners.contains(partnerId) || (partners.size() < MAX_PARTNERS && partners.add(partnerId));
        return Tags.of("partner", isNamed ? partnerId : OTHERS);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
