package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.webhook.message.Message;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

    private static final String PASSWORD = "changeit";

    @Test
    void a_certificate_that_nobody_vouches_for_is_refused_before_anything_is_sent(@TempDir Path folder)
            throws Exception {
        try (MockWebServer server = new MockWebServer();
                AwaitedDelivery delivery = new AwaitedDelivery.Builder()
                        .timeout(Duration.ofSeconds(10))
                        .build()) {
            server.useHttps(selfSigned(folder).getSocketFactory());
            server.enqueue(new MockResponse.Builder().code(200).build());
            server.start();

            Outcome outcome = delivery.post(
                    new Endpoint("p", "https://localhost:" + server.getPort() + "/"),
                    new Message("msg_1", new byte[0], Message.Contents.ping(1)));

            assertThat(outcome.result()).isEqualTo(Outcome.Result.FAILED);
            assertThat(outcome.received()).isFalse();
            assertThat(outcome.reason()).contains("certification path");
            assertThat(server.getRequestCount()).isZero();
        }
    }

    @Test
    @DisplayName("A trusted certificate is valid only for the names in it")
    void a_certificate_of_another_host_is_refused(@TempDir Path folder) throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.useHttps(selfSigned(folder).getSocketFactory());
            server.enqueue(new MockResponse.Builder().code(200).build());
            server.start(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
            OkHttpClient client = OneAttemptClient.create(new WebhookAddresses(true), Duration.ofSeconds(10), 2)
                    .newBuilder()
                    .sslSocketFactory(trusting(folder).getSocketFactory(), trustManager(folder))
                    .build();

            assertThatThrownBy(() -> client.newCall(get("https://127.0.0.1:" + server.getPort() + "/"))
                            .execute())
                    .isInstanceOf(SSLPeerUnverifiedException.class);
            try (Response response = client.newCall(get("https://localhost:" + server.getPort() + "/"))
                    .execute()) {
                assertThat(response.code()).isEqualTo(200);
            }
        }
    }

    private static Request get(String url) {
        return new Request.Builder().url(url).build();
    }

    private static SSLContext trusting(Path folder) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trustManager(folder)}, null);
        return context;
    }

    private static X509TrustManager trustManager(Path folder) throws Exception {
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream stored = Files.newInputStream(folder.resolve("server.p12"))) {
            own.load(stored, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", own.getCertificate("server"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return (X509TrustManager) factory.getTrustManagers()[0];
    }

    private static SSLContext selfSigned(Path folder) throws Exception {
        Path file = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream stored = Files.newInputStream(file)) {
            store.load(stored, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }
}
