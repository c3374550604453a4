package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.OneAttemptClient.ConnectionAge;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionAgeTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger lookups = new AtomicInteger();
    private final PartnerServer server = new PartnerServer();
    private final AwaitedDelivery delivery =
            new AwaitedDelivery.Builder().client(this::aged).build();

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    @Test
    void a_busy_connection_ends_when_it_is_old_and_the_name_is_looked_up_anew() throws Exception {
        Endpoint endpoint = new Endpoint("p", "http://moving.example:" + server.port() + "/");
        delivery.use(endpoint);
        for (int i = 0; i < 4; i++) {
            server.answer(200);
        }

        delivery.send(endpoint, MESSAGE);
        now.addAndGet(Duration.ofSeconds(270).toNanos() - 1);
        delivery.send(endpoint, MESSAGE);
        now.incrementAndGet();
        delivery.send(endpoint, MESSAGE);
        assertThat(lookups).hasValue(1);
        delivery.send(endpoint, MESSAGE);

        assertThat(lookups).hasValue(2);
        assertTaken(0, false);
        assertTaken(0, false);
        assertTaken(0, true);
        assertTaken(1, false);
    }

    private void assertTaken(int connection, boolean last) throws InterruptedException {
        var request = server.taken();
        assertThat(request.getConnectionIndex()).isEqualTo(connection);
        assertThat("close".equals(request.getHeaders().get("Connection"))).isEqualTo(last);
    }

    private OkHttpClient aged(OkHttpClient client) {
        return client.newBuilder()
                .addNetworkInterceptor(new ConnectionAge(Duration.ofSeconds(270), now::get))
                .dns(host -> {
                    lookups.incrementAndGet();
                    return List.of(InetAddress.getByName("localhost"));
                })
                .build();
    }
}
