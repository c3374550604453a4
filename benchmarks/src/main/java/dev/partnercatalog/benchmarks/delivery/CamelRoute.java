package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.webhook.message.VariantsChanged;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.ThreadPoolBuilder;
import org.apache.camel.main.Main;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * What one would write with Apache Camel instead: records from a topic, gathered to as many as our messages contain,
 * posted by as many threads as the sink's parallel posts. It compares nothing, signs nothing and keeps no order.
 */
public final class CamelRoute extends RouteBuilder {

    private static final String ROUTE = "deliver";
    private static final int PATIENCE_SECONDS = 120;

    /** As many as our threads: one per processor, at most 4. */
    private static final int CONSUMERS = Math.min(4, Runtime.getRuntime().availableProcessors());

    /** At most this many records per poll, as many as a consumer can fetch by default and more. */
    private static final int POLL_RECORDS = 2_000;

    private static final int MAX_WAIT_MS = 50;

    private final String brokers;
    private final String topic;
    private final String url;
    private final int concurrency;
    private final Semaphore posted = new Semaphore(0);

    private CamelRoute(String brokers, String topic, String url, int concurrency) {
        this.brokers = brokers;
        this.topic = topic;
        this.url = url;
        this.concurrency = concurrency;
    }

    /**
     * Takes the brokers, a topic of JSON records, a URL, and the number of posts in flight at a time; writes a line
     * when it is ready. Each line of its input says how many records the topic has; it posts all of them, from the
     * first one on, and answers when that is done.
     */
    public static void main(String[] arguments) throws Exception {
        CamelRoute route = new CamelRoute(arguments[0], arguments[1], arguments[2], Integer.parseInt(arguments[3]));
        Main main = new Main();
        main.configure()
                .withJmxEnabled(false)
                .withStreamCachingEnabled(false)
                .withShutdownTimeout(5)
                .addRoutesBuilder(route);
        main.start();
        System.out.println("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            route.posted.drainPermits();
            main.getCamelContext().getRouteController().startRoute(ROUTE);
            if (!route.posted.tryAcquire(Integer.parseInt(line), PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "only " + route.posted.availablePermits() + " of " + line + " records were posted");
            }
            main.getCamelContext().getRouteController().stopRoute(ROUTE);
            System.out.println("done");
        }
        main.stop();
    }

    private static int records(Exchange gathered) {
        return Objects.requireNonNull(gathered.getProperty(Exchange.AGGREGATED_SIZE, Integer.class));
    }

    @Override
    public void configure() throws Exception {
        ExecutorService posts = new ThreadPoolBuilder(getContext())
                .poolSize(concurrency)
                .maxPoolSize(concurrency)
                .maxQueueSize(concurrency)
                .rejectedPolicy(ThreadPoolRejectedPolicy.CallerRuns)
                .build("posts");
        from("kafka:" + topic + "?brokers=" + brokers + "&groupId=" + topic + "&consumersCount=" + CONSUMERS
                        + "&maxPollRecords=" + POLL_RECORDS + "&seekTo=BEGINNING&autoOffsetReset=earliest"
                        + "&valueDeserializer=org.apache.kafka.common.serialization.ByteArrayDeserializer")
                .routeId(ROUTE)
                .autoStartup(false)
                .aggregate(constant(true), new GatheredRecords())
                .completionSize(VariantsChanged.MAX_RECORDS)
                .completionTimeout(MAX_WAIT_MS)
                .completionTimeoutCheckerInterval(MAX_WAIT_MS)
                .executorService(posts)
                .process(GatheredRecords::close)
                .to(url + "?httpMethod=POST&skipResponseHeaders=true&maxTotalConnections=" + concurrency
                        + "&connectionsPerRoute=" + concurrency)
                .process(exchange -> posted.release(records(exchange)));
    }
}
