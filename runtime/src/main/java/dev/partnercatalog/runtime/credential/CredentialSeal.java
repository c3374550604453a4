package dev.partnercatalog.runtime.credential;

import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookCertificate;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.records.WebhookOAuth2;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import dev.partnercatalog.schemas.topic.AvroSafety;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and decrypts credentials. The encryption covers what a secret is for: an account that may write topics but
 * has no master key can neither give a secret to another partner nor have it sent to another token URL. Thread-safe.
 */
public record CredentialSeal(MasterKey masterKey) {

    private static final String HEADER = "webhook-header";
    private static final String OAUTH2 = "webhook-oauth2";
    private static final String CERTIFICATE = "webhook-certificate";

    /** None of the texts may contain it. */
    private static final String SEPARATOR = "\n";

    static {
        AvroSafety.establish();
    }

    /** What is stored for a partner whose endpoint requires nothing. */
    public static WebhookAuthentication nothing() {
        return WebhookAuthentication.newBuilder().build();
    }

    /**
     * Encrypts a partner's secrets.
     *
     * @param credentials must satisfy {@link CredentialRules}
     */
    public WebhookAuthentication seal(String partnerId, WebhookCredentials credentials) {
        List<WebhookHeader> headers = new ArrayList<>();
        for (StaticHeader header : credentials.headers()) {
            headers.add(
                    new WebhookHeader(header.name(), encrypt(HEADER, about(partnerId, header.name()), header.value())));
        }
        return WebhookAuthentication.newBuilder()
                .setEd25519(credentials.ed25519())
                .setHeaders(headers)
                .setOauth2(credentials.oauth2() == null ? null : seal(partnerId, credentials.oauth2()))
                .setClientCertificate(
                        credentials.clientCertificate() == null
                                ? null
                                : seal(partnerId, credentials.clientCertificate()))
                .build();
    }

    private WebhookOAuth2 seal(String partnerId, OAuth2Client client) {
        String about = about(
                partnerId,
                client.tokenUrl(),
                client.clientId(),
                client.scope(),
                client.method().jsonName(),
                client.parameters());
        return new WebhookOAuth2(
                client.tokenUrl(),
                client.clientId(),
                client.scope(),
                client.method().jsonName(),
                client.parameters(),
                encrypt(OAUTH2, about, client.clientSecret()));
    }

    private WebhookCertificate seal(String partnerId, ClientCertificate certificate) {
        return new WebhookCertificate(
                certificate.certificates(),
                encrypt(CERTIFICATE, partnerId + SEPARATOR + certificate.certificates(), certificate.privateKey()));
    }

    /**
     * Decrypts what is stored for a partner.
     *
     * @throws SecretException if it was encrypted under another master key, or it or its context was changed
     */
    public WebhookCredentials open(String partnerId, WebhookAuthentication kept) {
        List<StaticHeader> headers = new ArrayList<>();
        for (WebhookHeader header : kept.getHeaders()) {
            headers.add(open(partnerId, header));
        }
        WebhookOAuth2 oauth2 = kept.getOauth2();
        WebhookCertificate certificate = kept.getClientCertificate();
        return new WebhookCredentials(
                kept.getEd25519(),
                headers,
                oauth2 == null ? null : open(partnerId, oauth2),
                certificate == null
                        ? null
                        : new ClientCertificate(
                                certificate.getCertificates(),
                                decrypt(
                                        CERTIFICATE,
                                        partnerId + SEPARATOR + certificate.getCertificates(),
                                        certificate.getEncryptedKey())));
    }

    /** A header that violates the rules would break the request, so it is only decrypted if it satisfies them. */
    private StaticHeader open(String partnerId, WebhookHeader kept) {
        String name = kept.getName();
        String value = decrypt(HEADER, about(partnerId, name), kept.getEncryptedValue());
        if (StaticHeader.nameProblem(name).isPresent()
                || StaticHeader.valueProblem(value).isPresent()) {
            throw new SecretException("it contains a header that may not be sent");
        }
        return new StaticHeader(name, value);
    }

    private OAuth2Client open(String partnerId, WebhookOAuth2 kept) {
        String about = about(
                partnerId,
                kept.getTokenUrl(),
                kept.getClientId(),
                kept.getScope(),
                kept.getClientAuthentication(),
                kept.getParameters());
        return new OAuth2Client(
                kept.getTokenUrl(),
                kept.getClientId(),
                decrypt(OAUTH2, about, kept.getEncryptedSecret()),
                kept.getScope(),
                OAuth2Client.Method.stored(kept.getClientAuthentication()),
                kept.getParameters());
    }

    /** All that decides where a client's secret is sent, and for what. */
    private static String about(
            String partnerId,
            String tokenUrl,
            String clientId,
            @Nullable String scope,
            String method,
            Map<String, String> parameters) {
        List<String> parts =
                new ArrayList<>(List.of(partnerId, tokenUrl, clientId, scope == null ? "" : scope, method));
        new TreeMap<>(parameters).forEach((name, value) -> parts.add(name + "=" + value));
        return about(parts.toArray(String[]::new));
    }

    private static String about(String... parts) {
        for (String part : parts) {
            if (part.contains(SEPARATOR)) {
                throw new SecretException("the context of a secret contains a line break");
            }
        }
        return String.join(SEPARATOR, parts);
    }

    private ByteBuffer encrypt(String purpose, String about, String clear) {
        return ByteBuffer.wrap(masterKey.encrypt(purpose, about, clear.getBytes(StandardCharsets.UTF_8)));
    }

    private String decrypt(String purpose, String about, ByteBuffer encrypted) {
        byte[] bytes = new byte[encrypted.remaining()];
        encrypted.duplicate().get(bytes);
        return new String(masterKey.decrypt(purpose, about, bytes), StandardCharsets.UTF_8);
    }
}
