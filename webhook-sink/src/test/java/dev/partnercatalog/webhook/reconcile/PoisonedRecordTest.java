package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.EndpointState;
import dev.partnercatalog.webhook.delivery.Endpoints;
import dev.partnercatalog.webhook.delivery.HealthRecordsInMemory;
import dev.partnercatalog.webhook.delivery.HttpDelivery;
import dev.partnercatalog.webhook.delivery.Message;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tasks deliver to one endpoint over real HTTP that can't store one of the records (D37). */
class PoisonedRecordTest {

    private static final ScopedVariant POISONED = at("b017");
    private static final String POISON = "caf\u00e9 \uD83C\uDF3F";

    @TempDir
    private Path folder = Path.of("");

    private final WatchedDelivery watched = new WatchedDelivery();
    private final WatchedDelivery watchedToo = new WatchedDelivery();
    private PoisonedEndpoint endpoint;
    private Endpoints endpoints;
    private World first;
    private World second;
    private volatile long clock;

    @BeforeEach
    void start() throws IOException {
        endpoint = new PoisonedEndpoint();
        InstantSource time = () -> Instant.ofEpochMilli(clock);
        MasterKey masterKey = MasterKey.loadOrCreate(folder.resolve("master.key"));
        HttpDelivery http = WatchedDelivery.overHttp(masterKey, Duration.ofSeconds(10), time);
        endpoints = new Endpoints(16, 24, time, new Backoff(new Random(9)), new HealthRecordsInMemory(), http);
        first = world(watched);
        second = world(watchedToo);
        clock = first.now;
        turn(); // Each task has compared what there is.
    }

    private World world(WatchedDelivery watch) {
        World world = new World(ReconcileLimits.DEFAULT, () -> watch.next(endpoints));
        world.partner("p").allow(1, 11, false).allow(2, 21, false).url = endpoint.url();
        world.configure();
        return world;
    }

    @AfterEach
    void close() {
        watched.close();
        endpoint.close();
        assertThat(watched.faults()).isEmpty();
        assertThat(watchedToo.faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("D37: all records but one arrive in seconds; that one is named, and arrives once it can be stored")
    void one_record_that_can_not_be_stored_holds_up_no_other(boolean breaksOff) throws InterruptedException {
        if (breaksOff) {
            endpoint.breakOff();
        }
        publish(150);
        long took = turnUntil(() -> endpoint.copy().size() == 149);

        assertThat(took).isLessThan(20_000);
        assertThat(endpoint.copy()).doesNotContainKey(POISONED);
        turnFor(Duration.ofMinutes(1));
        assertThat(endpoint.requests()).isLessThan(40);
        assertThat(named()).hasSize(1);
        assertThat(named().get(0).getBarcode()).isEqualTo(POISONED.barcode());
        assertThat(named().get(0).getLastOutcome()).contains(breaksOff ? "no answer" : "failed (status 500)");
        assertThat(state().status()).isEqualTo(EndpointStatus.HEALTHY);

        endpoint.learn();
        turnUntil(() -> endpoint.copy().containsKey(POISONED));
        turnFor(Duration.ofSeconds(3));
        assertThat(named()).isEmpty();
        first.assertHas(first.partner("p"), endpoint.copy());
    }

    @Test
    @DisplayName("D37: if it is the only record that is due, another company's change doesn't wait for its pauses")
    void a_change_of_another_company_does_not_wait() throws InterruptedException {
        first.publish(POISONED, POISON, null);
        turnFor(Duration.ofHours(1));

        ScopedVariant others = new ScopedVariant(Scope.of(2, 21), "other");
        second.publish(others, "fine", null);
        assertThat(turnUntil(() -> endpoint.copy().containsKey(others))).isLessThan(1_000);

        for (int i = 0; i < 20; i++) {
            String name = "fine " + i;
            second.publish(others, name, null);
            assertThat(turnUntil(
                            () -> String.valueOf(endpoint.copy().get(others)).contains(name + "\"")))
                    .isLessThan(1_000);
            turnFor(Duration.ofSeconds(20));
        }
        assertThat(state().status()).isEqualTo(EndpointStatus.HEALTHY);
    }

    @Test
    @DisplayName(
            "D26, D37: an endpoint that is down for an hour gets everything soon after, and few requests meanwhile")
    void an_endpoint_that_was_down_gets_everything() throws InterruptedException {
        endpoint.goDown();
        publish(150);
        turnFor(Duration.ofHours(1));
        assertThat(endpoint.requests()).isLessThan(35);

        endpoint.learn();
        assertThat(turnUntil(() -> endpoint.copy().size() == 150)).isLessThan(800_000);
        turnFor(Duration.ofSeconds(3));
        assertThat(named()).isEmpty();
        first.assertHas(first.partner("p"), endpoint.copy());
    }

    @Test
    @DisplayName("D26: a hundred records that are refused hold up no change of another company, and are soon alone")
    void records_that_are_refused_hold_up_no_other() throws InterruptedException {
        endpoint.answer(422);
        for (int i = 0; i < 100; i++) {
            first.publish(at("b%03d".formatted(i)), POISON, null);
        }
        turnFor(Duration.ofSeconds(10));
        ScopedVariant others = new ScopedVariant(Scope.of(2, 21), "other");
        for (int i = 0; i < 20; i++) {
            String name = "fine " + i;
            second.publish(others, name, null);
            assertThat(turnUntil(
                            () -> String.valueOf(endpoint.copy().get(others)).contains(name + "\"")))
                    .isLessThan(1_500);
            turnFor(Duration.ofSeconds(20));
        }
        assertThat(first.backlogs.get(first.backlogs.size() - 1).getIsolated()).isEqualTo(100);
        assertThat(named()).hasSize(20);
        assertThat(state().status()).isEqualTo(EndpointStatus.HEALTHY);

        endpoint.learn();
        turnUntil(() -> endpoint.copy().size() == 101);
        first.assertHas(first.partner("p"), withoutCompany(2));
    }

    @Test
    @DisplayName("D37: many messages that each hold a record which can't be stored hold up no other for long")
    void many_messages_with_such_a_record_hold_up_no_other() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            first.publish(at("wide-" + i), "fine", null);
            turnFor(Duration.ofMillis(200));
        }
        for (int i = 0; i < 1_500; i++) {
            first.publish(at("b%04d".formatted(i)), i % 100 == 17 ? POISON : "fine", null);
        }
        ScopedVariant others = new ScopedVariant(Scope.of(2, 21), "other");
        second.publish(others, "fine", null);
        // It takes two minutes as a rule, and five if many attempts happen to fail one after the other.
        assertThat(turnUntil(() -> endpoint.copy().size() == 20 + 1_500 - 15 + 1))
                .isLessThan(Backoff.MAX.toMillis());
        assertThat(state().status()).isEqualTo(EndpointStatus.HEALTHY);
    }

    private Map<ScopedVariant, String> withoutCompany(long companyId) {
        return endpoint.copy().entrySet().stream()
                .filter(entry -> entry.getKey().companyId() != companyId)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private void publish(int records) {
        for (int i = 0; i < records; i++) {
            ScopedVariant variant = at("b%03d".formatted(i));
            first.publish(variant, variant.equals(POISONED) ? POISON : "fine", null);
        }
    }

    private List<IsolatedRecord> named() {
        return first.backlogs.get(first.backlogs.size() - 1).getIsolatedRecords();
    }

    private EndpointState state() {
        return endpoints.states().get(0);
    }

    private void turn() {
        first.turn();
        second.now = first.now - 20;
        second.turn();
        clock = first.now;
    }

    /** Turns until something is so; returns how long that took on the world's clock, in milliseconds. */
    private long turnUntil(BooleanSupplier condition) throws InterruptedException {
        long began = first.now;
        while (!condition.getAsBoolean()) {
            assertThat(first.now - began).isLessThan(900_000);
            turnAndAwait();
        }
        return first.now - began;
    }

    private void turnFor(Duration time) throws InterruptedException {
        long end = first.now + time.toMillis();
        while (first.now < end) {
            first.now += 80; // Most turns of a long time do nothing.
            turnAndAwait();
        }
    }

    /** What is sent ends before the clock goes on. */
    private void turnAndAwait() throws InterruptedException {
        turn();
        while (watched.underWay() + watchedToo.underWay() > 0) {
            watched.awaitOne(5);
            watchedToo.awaitOne(5);
        }
    }

    /** A partner's endpoint over real HTTP that can't store records with a certain text, and otherwise keeps a copy. */
    private static final class PoisonedEndpoint implements AutoCloseable {

        private final HttpServer server;
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final Receiver receiver = new Receiver(true);
        private String poison = POISON;
        private boolean breaksOff;
        private int failure = 500;
        private int requests;

        PoisonedEndpoint() throws IOException {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.createContext("/hook", this::handle);
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
        }

        /** From now on it doesn't answer what it can't store, but breaks the connection off. */
        synchronized void breakOff() {
            breaksOff = true;
        }

        /** From now on it answers this to what it can't store. */
        synchronized void answer(int status) {
            failure = status;
        }

        /** From now on it can store everything. */
        synchronized void learn() {
            poison = "nothing contains this";
        }

        /** From now on it can store nothing. */
        synchronized void goDown() {
            poison = "";
        }

        private synchronized void handle(HttpExchange exchange) throws IOException {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                boolean fails = new String(body, StandardCharsets.UTF_8).contains(poison);
                requests++;
                if (!fails) {
                    String id = exchange.getRequestHeaders().getFirst("webhook-id");
                    receiver.take(new Message(id, body, Message.Contents.changes(0, 0)));
                }
                if (!fails || !breaksOff) {
                    exchange.sendResponseHeaders(fails ? failure : 204, -1);
                }
            }
        }

        synchronized Map<ScopedVariant, String> copy() {
            return Map.copyOf(receiver.copy());
        }

        /** How many requests it has received. */
        synchronized int requests() {
            return requests;
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
