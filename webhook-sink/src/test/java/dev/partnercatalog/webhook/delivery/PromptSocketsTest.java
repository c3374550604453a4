package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class PromptSocketsTest {

    @Test
    void written_data_does_not_wait_for_more() throws IOException {
        try (Socket socket = new PromptSockets(Socket::new).createSocket()) {
            assertThat(socket.getTcpNoDelay()).isTrue();
            assertThat(socket.isConnected()).isFalse();
        }
    }
}
