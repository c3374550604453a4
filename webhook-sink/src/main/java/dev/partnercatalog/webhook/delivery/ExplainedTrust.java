package dev.partnercatalog.webhook.delivery;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;

/** Trusts what another trusts, and explains why it doesn't trust a certificate. Thread-safe if the other is. */
final class ExplainedTrust implements X509TrustManager {

    private final X509TrustManager decides;

    private ExplainedTrust(X509TrustManager decides) {
        this.decides = decides;
    }

    /** Why a certificate isn't trusted, in a partner's words. */
    static final class RefusedException extends CertificateException {

        private static final long serialVersionUID = 1;

        RefusedException(String words, CertificateException cause) {
            super(words, cause);
        }
    }

    /** Lets a client trust what this machine trusts. */
    static OkHttpClient.Builder ofMachine(OkHttpClient.Builder client) {
        try {
            TrustManagerFactory machine = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            machine.init((KeyStore) null);
            return of((X509TrustManager) machine.getTrustManagers()[0], client);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this machine has no trusted certificates", e);
        }
    }

    /** Lets a client trust what the manager does. */
    static OkHttpClient.Builder of(X509TrustManager decides, OkHttpClient.Builder client) {
        ExplainedTrust trust = new ExplainedTrust(decides);
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            return client.sslSocketFactory(context.getSocketFactory(), trust);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this machine has no TLS", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        try {
            decides.checkServerTrusted(chain, authType);
        } catch (CertificateException e) {
            throw new RefusedException(reason(chain), e);
        }
    }

    private String reason(X509Certificate... chain) {
        Instant now = Instant.now();
        for (int i = 0; i < chain.length; i++) {
            Instant end = chain[i].getNotAfter().toInstant();
            Instant beginning = chain[i].getNotBefore().toInstant();
            if (now.isAfter(end)) {
                return on(i == 0 ? AttemptFault.EXPIRED : AttemptFault.ISSUER_EXPIRED, end);
            }
            if (i == 0 && now.isBefore(beginning)) {
                return on(AttemptFault.NOT_YET_VALID, beginning);
            }
        }
        X509Certificate last = chain[chain.length - 1];
        boolean known = Stream.of(decides.getAcceptedIssuers())
                .anyMatch(issuer -> issuer.getSubjectX500Principal().equals(last.getIssuerX500Principal()));
        if (known) {
            return AttemptFault.BAD_CERTIFICATE.text();
        }
        boolean complete = last.getIssuerX500Principal().equals(last.getSubjectX500Principal());
        return (complete ? AttemptFault.ISSUER_NOT_TRUSTED : AttemptFault.ISSUER_NOT_SENT).text();
    }

    private static String on(AttemptFault fault, Instant time) {
        return fault.text() + " " + time.atOffset(ZoneOffset.UTC).toLocalDate();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("this is a client");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return decides.getAcceptedIssuers();
    }
}
