package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import dev.partnercatalog.webhook.delivery.HttpDelivery.GuardedSocket;
import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints that can't be reached, or may not be: nothing is sent to them. */
class UnreachableEndpointTest {

    private final PartnerServer server = new PartnerServer();
    private final Endpoint endpoint = new Endpoint("menuboard", server.url());
    private final AwaitedDelivery delivery = strict(new WebhookAddresses(true));

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    @Test
    void where_nobody_listens_nothing_was_sent() throws Exception {
        Outcome outcome;
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            outcome = delivery.post(at("http://127.0.0.1:" + bound.getLocalPort() + "/"), MESSAGE);
        }

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isFalse();
        assertThat(outcome.reason()).isEqualTo("can't be reached: the connection was refused");
    }

    @Test
    void a_name_that_does_not_resolve_was_sent_nothing_and_is_named_in_the_same_words_each_time() throws Exception {
        for (int attempt = 1; attempt <= 2; attempt++) {
            Outcome outcome = delivery.post(new Endpoint("p" + attempt, "http://no-such-host.invalid/"), MESSAGE);

            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.received()).isFalse();
            assertThat(outcome.reason()).isEqualTo("can't be reached: its host name doesn't resolve");
        }
    }

    @Test
    void a_name_with_an_address_that_is_not_allowed_is_told_which() throws Exception {
        Outcome outcome;
        try (AwaitedDelivery guarded = strict(new WebhookAddresses(false))) {
            outcome = guarded.post(at("https://" + InetAddress.getLocalHost().getHostName() + "/"), MESSAGE);
        }
        assertThat(outcome.received()).isFalse();
        assertThat(outcome.reason())
                .matches("can't be reached: its address is one to which webhooks may not be sent: [0-9a-f.:]+");
    }

    @ParameterizedTest
    @EnumSource
    void what_a_partner_reads_is_in_the_partners_troubleshooting(AttemptFault fault) throws Exception {
        assertThat(Path.of("..", "docs", "partners", "troubleshooting.md"))
                .content()
                .contains("`" + fault.text() + "`");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://127.0.0.1:%d/", "https://[::1]:%d/", "https://localhost:%d/", "https://2130706433:%d/"})
    @DisplayName("D18: an address that is not allowed is never connected to")
    void an_address_that_is_not_allowed_is_never_connected_to(String url) throws Exception {
        try (AwaitedDelivery strict = strict(new WebhookAddresses(false))) {
            Outcome outcome = strict.post(at(url.formatted(server.port())), MESSAGE);

            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.received()).isFalse();
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    @DisplayName("D18: a port that is not allowed is never connected to, even if the URL was accepted before")
    void a_port_that_is_not_allowed_is_never_connected_to_and_named() throws Exception {
        try (AwaitedDelivery strict = strict(new WebhookAddresses(true, Set.of(443)))) {
            Outcome outcome = strict.post(endpoint, MESSAGE);

            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.received()).isFalse();
            assertThat(outcome.reason()).contains("its URL uses port " + server.port(), "443");
            assertThat(server.requests()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not a url", "http://", "http://user:pw@localhost/", "mailto:a@b"})
    void a_url_that_can_not_be_used_is_a_failure_like_any_other(String url) throws Exception {
        Outcome outcome = delivery.post(at(url), MESSAGE);

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isFalse();
        assertThat(outcome.reason()).doesNotContain("pw");
    }

    private static AwaitedDelivery strict(WebhookAddresses addresses) {
        return new AwaitedDelivery(setup -> {
            setup.timeout = Duration.ofSeconds(1);
            setup.addresses = addresses;
        });
    }

    private static Endpoint at(String url) {
        return new Endpoint("menuboard", url);
    }

    @Test
    @DisplayName("D18: the socket itself refuses addresses, however they were obtained")
    void a_socket_does_not_connect_to_an_address_that_is_not_allowed() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new GuardedSocket(new WebhookAddresses(false))) {
            assertThatThrownBy(() -> socket.connect(server.getLocalSocketAddress(), 1_000))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("may not be sent to");
            assertThatThrownBy(() -> socket.connect(server.getLocalSocketAddress()))
                    .isInstanceOf(ConnectException.class);
            server.setSoTimeout(100);
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }
}
