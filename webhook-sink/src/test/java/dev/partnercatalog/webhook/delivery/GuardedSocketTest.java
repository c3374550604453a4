package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.webhook.delivery.OneAttemptClient.GuardedSocket;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D18: the socket itself refuses addresses, however they were obtained")
class GuardedSocketTest {

    @Test
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

    @Test
    void a_name_that_nobody_has_checked_is_refused() throws Exception {
        try (Socket socket = new GuardedSocket(new WebhookAddresses(true))) {
            assertThatThrownBy(() -> socket.connect(InetSocketAddress.createUnresolved("localhost", 1), 1_000))
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void a_socket_that_may_connects() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new GuardedSocket(new WebhookAddresses(true))) {
            socket.connect(server.getLocalSocketAddress(), 1_000);

            assertThat(socket.isConnected()).isTrue();
        }
    }
}
