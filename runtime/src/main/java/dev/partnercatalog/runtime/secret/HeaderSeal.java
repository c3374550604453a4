package dev.partnercatalog.runtime.secret;

import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.schemas.topic.AvroSafety;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Encrypts and decrypts the headers that partners' endpoints require. The encryption covers the partner and the header's
 * name: an account that may write topics but has no master key can't give a value to another partner. Thread-safe.
 */
public record HeaderSeal(MasterKey masterKey) {

    private static final String PURPOSE = "webhook-header";

    static {
        AvroSafety.establish();
    }

    /** Encrypts a partner's headers, which must be without {@link StaticHeader#violations}. */
    public List<WebhookHeader> seal(String partnerId, List<StaticHeader> headers) {
        return headers.stream()
                .map(header -> new WebhookHeader(header.name(), encrypt(partnerId, header)))
                .toList();
    }

    private ByteBuffer encrypt(String partnerId, StaticHeader header) {
        byte[] clear = header.value().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.wrap(masterKey.encrypt(PURPOSE, about(partnerId, header.name()), clear));
    }

    /**
     * Decrypts what is stored for a partner; throws {@link SecretException} if it was encrypted under another master
     * key, or for another partner or name.
     */
    public List<StaticHeader> open(String partnerId, List<WebhookHeader> stored) {
        return stored.stream().map(header -> open(partnerId, header)).toList();
    }

    /** A header that violates the rules would break the request, so it is only decrypted if it satisfies them. */
    private StaticHeader open(String partnerId, WebhookHeader stored) {
        String name = stored.getName();
        if (StaticHeader.nameProblem(name).isPresent()) {
            throw new SecretException("a header may not be sent");
        }
        byte[] encrypted = new byte[stored.getEncryptedValue().remaining()];
        stored.getEncryptedValue().duplicate().get(encrypted);
        byte[] clear = masterKey.decrypt(PURPOSE, about(partnerId, name), encrypted);
        String value = new String(clear, StandardCharsets.UTF_8);
        if (StaticHeader.valueProblem(value).isPresent()) {
            throw new SecretException("a header may not be sent");
        }
        return new StaticHeader(name, value);
    }

    /** No valid name contains a line break, so two pairs never have the same text. */
    private static String about(String partnerId, String name) {
        return name + "\n" + partnerId;
    }
}
