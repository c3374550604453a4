package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HangingEndpointsTest {

    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private final RawEndpoint hanging = new RawEndpoint(to -> {});
    private final RawEndpoint fine = new RawEndpoint("HTTP/1.1 200 OK\r\n\r\n");
    private final AwaitedDelivery delivery =
            new AwaitedDelivery.Builder().timeout(TIMEOUT).build();

    @AfterEach
    void stop() {
        delivery.close();
        hanging.close();
        fine.close();
    }

    @Test
    @DisplayName("D26: 300 endpoints that hang leave places to one that is new")
    void many_endpoints_that_hang_leave_places_to_a_new_one() throws Exception {
        List<Endpoint> many = Stream.iterate(0, i -> i + 1)
                .limit(300)
                .map(i -> new Endpoint("hanging" + i, hanging.url()))
                .toList();
        delivery.use(many.toArray(Endpoint[]::new));
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            many.forEach(this::attempt);
            return delivery.endpoints().states().stream()
                    .allMatch(state -> state.status() == EndpointStatus.BACKING_OFF);
        });

        Endpoint newcomer = new Endpoint("new", fine.url());
        delivery.use(Stream.concat(many.stream(), Stream.of(newcomer)).toArray(Endpoint[]::new));
        await().until(() -> {
            many.forEach(this::attempt);
            return delivery.endpoints().inFlight() == 16;
        });
        assertThat(delivery.send(newcomer, MESSAGE).result()).isEqualTo(Result.ACCEPTED);
    }

    private void attempt(Endpoint endpoint) {
        MessageDelivery.Permit permit = delivery.tryAcquire(endpoint);
        if (permit != null) {
            permit.send(MESSAGE, outcome -> {});
        }
    }
}
