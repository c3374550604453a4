package dev.partnercatalog.runtime.credential;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookCertificate;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookOAuth2;
import dev.partnercatalog.runtime.secret.SecretException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.TreeMap;

/** What is set in a webhook's authentication, as JSON that reveals no secret. */
public final class CredentialSummary {

    private CredentialSummary() {}

    /** Members without a value are null, so that each is always present. */
    public static ObjectNode of(WebhookControl control) {
        WebhookAuthentication authentication = control.getAuthentication();
        Long rotatedAt = control.getKeyRotatedAt();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("ed25519", authentication.getEd25519());
        json.put(
                "keyRotatedAt",
                rotatedAt == null ? null : Instant.ofEpochMilli(rotatedAt).toString());
        ArrayNode headers = json.putArray("headers");
        authentication.getHeaders().forEach(header -> headers.addObject().put("name", header.getName()));
        WebhookOAuth2 oauth2 = authentication.getOauth2();
        if (oauth2 == null) {
            json.putNull("oauth2");
        } else {
            ObjectNode client = json.putObject("oauth2")
                    .put("tokenUrl", oauth2.getTokenUrl())
                    .put("clientId", oauth2.getClientId())
                    .put("scope", oauth2.getScope())
                    .put("clientAuthentication", oauth2.getClientAuthentication());
            ObjectNode parameters = client.putObject("parameters");
            new TreeMap<>(oauth2.getParameters()).forEach(parameters::put);
        }
        WebhookCertificate certificate = authentication.getClientCertificate();
        json.set(
                "clientCertificate",
                certificate == null ? JsonNodeFactory.instance.nullNode() : summary(certificate.getCertificates()));
        return json;
    }

    private static ObjectNode summary(String certificates) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        try {
            X509Certificate own = ClientCertificate.chain(certificates).get(0);
            return json.put("subject", own.getSubjectX500Principal().getName())
                    .put("notAfter", own.getNotAfter().toInstant().toString());
        } catch (SecretException e) {
            return json.put("problem", e.getMessage());
        }
    }
}
