package dev.partnercatalog.cli.console;

import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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
final class Observation implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Observation.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(8);

    /** The time within which available brokers answer a request that costs them nothing. */
    private static final Duration ANSWER_TIME = Duration.ofSeconds(5);

    /** The longest time that a chart shows. */
    private static final Duration REMEMBERED = Duration.ofHours(1);

    /**
     * The last observation.
     *
     * @param flow null until it has been measured once
     * @param outage why nothing can be asked of the brokers, as text; null if they answer
     * @param fault why brokers that answer have not reported the flow since, as text; null if they have
     */
    record Sight(
            @Nullable Flow flow,
            @Nullable String outage,
            @Nullable String fault) {}

    /**
     * The catalog's totals at a moment.
     *
     * @param published events per second that upstream publishes
     * @param attempts delivery attempts per second
     * @param lag records that applications haven't read yet
     * @param due variants that are due to all partners together
     * @param letters number of dead letters
     */
    record Totals(Instant at, double published, double attempts, long lag, long due, long letters) {}

    private final String brokers;
    private final Admin admin;
    private final FlowMeter meter;
    private final PartnerTables partners;
    private final LetterIndex letters;
    private final Deque<Totals> totals = new ArrayDeque<>();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "console-observation");
        thread.setDaemon(true);
        return thread;
    });
    private volatile Sight sight = new Sight(null, null, null);
    private volatile Instant answered = Clock.systemUTC().instant();

    private Observation(KafkaSettings kafka, PartnerTables partners, LetterIndex letters) {
        Properties properties = kafka.properties();
        properties.put("default.api.timeout.ms", Long.toString(CALL_TIMEOUT.toMillis()));
        properties.put("request.timeout.ms", Long.toString(CALL_TIMEOUT.toMillis() / 2));
        this.brokers = kafka.bootstrapServers();
        this.admin = Admin.create(properties);
        this.meter = new FlowMeter(admin, kafka);
        this.partners = partners;
        this.letters = letters;
    }

    /**
     * Starts observing.
     *
     * @throws KafkaException if the brokers' addresses or the clients' properties are wrong
     */
    static Observation start(KafkaSettings kafka, PartnerTables partners, LetterIndex letters) {
        Observation observation = new Observation(kafka, partners, letters);
        var unused = observation.executor.scheduleWithFixedDelay(
                observation::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return observation;
    }

    private void look() {
        try {
            if (!isAnyBrokerThere()) {
                sight = new Sight(
                        sight.flow(), "The brokers at " + brokers + " haven't answered since " + answered + ".", null);
                return;
            }
            answered = Clock.systemUTC().instant();
            Flow flow = meter.measure(answered);
            sight = new Sight(flow, null, null);
            if (partners.fault() == null) {
                remember(flow);
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

    private void remember(Flow flow) {
        Double published = flow.rate(Flow.INPUTS);
        Double attempts = flow.rate(List.of(CatalogTopic.WEBHOOK_ATTEMPTS));
        if (published == null || attempts == null) {
            return;
        }
        long due = partners.all().stream()
                .map(PartnerTables.Entry::status)
                .mapToLong(WebhookStatus::due)
                .sum();
        synchronized (totals) {
            totals.addLast(new Totals(flow.at(), published, attempts, flow.lag(), due, letters.size()));
            totals.removeIf(earlier -> earlier.at().isBefore(flow.at().minus(REMEMBERED)));
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

    Sight sight() {
        return sight;
    }

    /** The totals since this console was started, for up to an hour; oldest first. */
    List<Totals> totals() {
        synchronized (totals) {
            return List.copyOf(totals);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        admin.close(Duration.ofSeconds(1));
    }
}
