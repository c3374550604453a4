package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static dev.partnercatalog.webhook.delivery.SealedCredentials.NOTHING;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.credential.ClientCertificate;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import mockwebserver3.RecordedRequest;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Endpoints that require a client certificate. */
class CertificateDeliveryTest {

    private final HeldCertificate root =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private final HandshakeCertificates trusting = new HandshakeCertificates.Builder()
            .addTrustedCertificate(root.certificate())
            .build();
    private final SealedCredentials sealed = new SealedCredentials();
    private final PartnerServer server = new PartnerServer(certificateOfLocalhost());
    private final AwaitedDelivery delivery = new AwaitedDelivery.Builder()
            .masterKey(sealed.masterKey())
            .trusted(trusting)
            .build();

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    @Test
    @DisplayName("Each partner's connections use its own certificate, and none is used for another partner")
    void certificates_are_each_partners_own() throws Exception {
        EndpointSettings a = settings("a", certificate("a"));
        EndpointSettings b = settings("b", certificate("b"));
        EndpointSettings none = settings("none", NOTHING);
        delivery.configure(a, b, none);
        for (int i = 0; i < 4; i++) {
            server.answer(200);
        }

        for (EndpointSettings settings : List.of(a, b, a, b)) {
            assertThat(delivery.send(settings.endpoint(), MESSAGE).result()).isEqualTo(Outcome.Result.ACCEPTED);
        }
        Outcome refused = delivery.send(none.endpoint(), MESSAGE);

        assertThat(refused.result()).isEqualTo(Outcome.Result.FAILED);
        for (String name : List.of("a", "b", "a", "b")) {
            RecordedRequest request = server.taken();
            X509Certificate shown = (X509Certificate)
                    requireNonNull(request.getHandshake()).peerCertificates().get(0);
            assertThat(shown.getSubjectX500Principal().getName()).isEqualTo("CN=" + name);
        }
        assertThat(server.requests()).isEqualTo(4);
    }

    @Test
    void a_new_certificate_is_used_for_the_next_message() throws Exception {
        server.answer(200);
        server.answer(200);
        EndpointSettings before = settings("p", certificate("before"));
        delivery.configure(before);
        delivery.send(before.endpoint(), MESSAGE);

        delivery.configure(settings("p", certificate("after")));
        delivery.send(before.endpoint(), MESSAGE);

        assertThat(requireNonNull(server.taken().getHandshake())
                        .peerCertificates()
                        .toString())
                .contains("CN=before");
        assertThat(requireNonNull(server.taken().getHandshake())
                        .peerCertificates()
                        .toString())
                .contains("CN=after");
    }

    private SSLSocketFactory certificateOfLocalhost() {
        HeldCertificate localhost = new HeldCertificate.Builder()
                .addSubjectAlternativeName("localhost")
                .signedBy(root)
                .build();
        return new HandshakeCertificates.Builder()
                .heldCertificate(localhost)
                .addTrustedCertificate(root.certificate())
                .build()
                .sslSocketFactory();
    }

    private WebhookCredentials certificate(String name) {
        HeldCertificate held =
                new HeldCertificate.Builder().commonName(name).signedBy(root).build();
        return new WebhookCredentials(
                false, List.of(), null, new ClientCertificate(held.certificatePem(), held.privateKeyPkcs8Pem()));
    }

    private EndpointSettings settings(String partnerId, WebhookCredentials credentials) {
        return sealed.settings(new Endpoint(partnerId, server.url()), credentials);
    }
}
