package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.X509TrustManager;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A message is sent only to an endpoint with a certificate that can be verified; a partner reads what is wrong with it. */
class TlsTest {

    private static final HeldCertificate ROOT =
            new HeldCertificate.Builder().certificateAuthority(1).build();
    private static final HeldCertificate ISSUER =
            new HeldCertificate.Builder().certificateAuthority(0).signedBy(ROOT).build();
    private static final HeldCertificate OLD_ISSUER = valid("2001-02-03", "2004-05-06", new HeldCertificate.Builder())
            .certificateAuthority(0)
            .signedBy(ROOT)
            .build();
    private static final X509Certificate[] NONE = {};

    static Stream<Arguments> chains() {
        return Stream.of(
                Arguments.of(
                        "its certificate expired on 2004-05-06",
                        valid("2001-02-03", "2004-05-06", leaf("localhost", ISSUER)),
                        ISSUER),
                Arguments.of(
                        "its certificate is valid only from 2101-02-03",
                        valid("2101-02-03", "2104-05-06", leaf("localhost", ISSUER)),
                        ISSUER),
                Arguments.of(
                        "the certificate of an issuer expired on 2004-05-06",
                        leaf("localhost", OLD_ISSUER),
                        OLD_ISSUER),
                Arguments.of("its certificate is for another name", leaf("other.example", ISSUER), ISSUER),
                Arguments.of(
                        "the issuer of its certificate is neither sent with it nor known",
                        leaf("localhost", ISSUER),
                        null),
                Arguments.of(
                        "the issuer of its certificate isn't trusted",
                        new HeldCertificate.Builder().addSubjectAlternativeName("localhost"),
                        null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("chains")
    void a_certificate_that_can_not_be_verified_is_refused_before_anything_is_sent(
            String words, HeldCertificate.Builder leaf, HeldCertificate sentWithIt) throws Exception {
        X509Certificate[] issuers = sentWithIt == null ? NONE : new X509Certificate[] {sentWithIt.certificate()};
        try (MockWebServer server = server(leaf.build(), issuers)) {
            Outcome outcome = post(server);
            assertThat(outcome.reason()).isEqualTo("can't be reached: " + words);
            assertThat(outcome.received()).isFalse();
            assertThat(server.getRequestCount()).isZero();
        }
    }

    @Test
    void a_certificate_with_its_issuers_for_the_right_name_is_trusted() throws Exception {
        try (MockWebServer server = server(leaf("localhost", ISSUER).build(), ISSUER.certificate())) {
            assertThat(post(server).result()).isEqualTo(Outcome.Result.ACCEPTED);
        }
    }

    @Test
    void an_endpoint_without_TLS_at_its_port_is_named() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                AwaitedDelivery delivery = new AwaitedDelivery(setup -> {})) {
            CompletableFuture<Void> greeted = CompletableFuture.runAsync(() -> greet(plain));
            assertThat(delivery.post(new Endpoint("p", "https://127.0.0.1:" + plain.getLocalPort() + "/"), MESSAGE)
                            .reason())
                    .isEqualTo("can't be reached: it doesn't speak TLS");
            greeted.join();
        }
    }

    private static void greet(ServerSocket server) {
        try (Socket accepted = server.accept()) {
            accepted.getOutputStream().write("220 mail.example ESMTP\r\n".getBytes(StandardCharsets.US_ASCII));
            accepted.getInputStream().readAllBytes();
        } catch (IOException e) {
            // The sender has hung up, as it should.
        }
    }

    private static Outcome post(MockWebServer server) throws Exception {
        X509TrustManager trusted = new HandshakeCertificates.Builder()
                .addTrustedCertificate(ROOT.certificate())
                .build()
                .trustManager();
        try (AwaitedDelivery delivery = new AwaitedDelivery(setup -> setup.client =
                client -> ExplainedTrust.of(trusted, client.newBuilder()).build())) {
            return delivery.post(new Endpoint("p", "https://localhost:" + server.getPort() + "/"), MESSAGE);
        }
    }

    private static MockWebServer server(HeldCertificate leaf, X509Certificate... issuers) throws IOException {
        MockWebServer server = new MockWebServer();
        server.useHttps(new HandshakeCertificates.Builder()
                .heldCertificate(leaf, issuers)
                .build()
                .sslSocketFactory());
        server.enqueue(new MockResponse.Builder().code(200).build());
        server.start(InetAddress.getByName("localhost"), 0);
        return server;
    }

    private static HeldCertificate.Builder leaf(String name, HeldCertificate issuer) {
        return new HeldCertificate.Builder().addSubjectAlternativeName(name).signedBy(issuer);
    }

    private static HeldCertificate.Builder valid(String from, String until, HeldCertificate.Builder certificate) {
        return certificate.validityInterval(milliseconds(from), milliseconds(until));
    }

    private static long milliseconds(String date) {
        return Instant.parse(date + "T12:00:00Z").toEpochMilli();
    }
}
