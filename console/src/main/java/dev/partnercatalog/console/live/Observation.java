package dev.partnercatalog.console.live;

import dev.partnercatalog.console.live.TotalsHistory.Totals;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures every few seconds how the records flow and what is due. Thread-safe. */
public final class Observation implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Observation.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(8);

    /** The time within which available brokers answer a request that costs them nothing. */
    private static final Duration ANSWER_TIME = Duration.ofSeconds(5);

    /**
     * The last observation.
     *
     * @param flow null until it has been measured once
     * @param outage null if the brokers answer
     * @param fault why brokers that answer have not reported the flow since, as text; null if they have
     */
    public record Sight(
            @Nullable Flow flow,
            @Nullable Outage outage,
            @Nullable String fault) {}

    private final String brokers;
    private final Admin admin;
    private final FlowMeter meter;
    private final PartnerTables partners;
    private final BacklogHistory backlogs = new BacklogHistory();
    private final TotalsHistory totals = new TotalsHistory();
    private final Clock clock;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "console-observation");
        thread.setDaemon(true);
        return thread;
    });
    private volatile Sight sight = new Sight(null, null, null);
    private volatile Instant answered;

    private Observation(KafkaSettings kafka, PartnerTables partners, Clock clock) {
        Properties properties = kafka.properties();
        properties.put("default.api.timeout.ms", Long.toString(CALL_TIMEOUT.toMillis()));
        properties.put("request.timeout.ms", Long.toString(CALL_TIMEOUT.toMillis() / 2));
        this.brokers = kafka.bootstrapServers();
        this.admin = Admin.create(properties);
        this.meter = new FlowMeter(admin, kafka);
        this.partners = partners;
        this.clock = clock;
        this.answered = clock.instant();
    }

    /** Starts observing. */
    public static Observation start(KafkaSettings kafka, PartnerTables partners, Clock clock) {
        Observation observation = new Observation(kafka, partners, clock);
        var unused = observation.executor.scheduleWithFixedDelay(
                observation::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return observation;
    }

    private void look() {
        try {
            if (!isAnyBrokerThere()) {
                sight = new Sight(sight.flow(), new Outage(brokers, answered), null);
                return;
            }
            answered = clock.instant();
            Flow flow = meter.measure(answered);
            sight = new Sight(flow, null, null);
            if (partners.fault() == null) {
                List<WebhookStatus> statuses = partners.statuses();
                backlogs.sample(clock.instant(), statuses);
                remember(flow, statuses);
            }
        } catch (ExecutionException | KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            sight = new Sight(sight.flow(), null, "The brokers returned an error: " + FaultWords.of(cause));
            LOG.debug("can't measure the flow at the moment", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // An exception that leaves this method would silently end the measurements for good.
            sight = new Sight(sight.flow(), null, "The console failed to measure: " + FaultWords.of(e));
            LOG.error("a fault of the console itself", e);
        }
    }

    private void remember(Flow flow, List<WebhookStatus> statuses) {
        Double published = flow.rate(Flow.INPUTS);
        Double attempts = flow.rate(List.of(CatalogTopic.WEBHOOK_ATTEMPTS));
        if (published != null && attempts != null) {
            long due = statuses.stream().mapToLong(WebhookStatus::due).sum();
            totals.add(new Totals(flow.at(), due, published, attempts));
        }
    }

    private boolean isAnyBrokerThere() throws ExecutionException, InterruptedException {
        try {
            admin.describeCluster(new DescribeClusterOptions().timeoutMs((int) ANSWER_TIME.toMillis()))
                    .nodes()
                    .get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimeoutException) {
                return false;
            }
            throw e;
        }
    }

    public Sight sight() {
        return sight;
    }

    /** Empty if the brokers answer, as far as is known. */
    public Optional<Outage> outage() {
        return Optional.ofNullable(sight.outage());
    }

    public BacklogHistory backlogs() {
        return backlogs;
    }

    public TotalsHistory totals() {
        return totals;
    }

    @Override
    public void close() {
        executor.shutdownNow();
        admin.close(Duration.ofSeconds(1));
    }
}
