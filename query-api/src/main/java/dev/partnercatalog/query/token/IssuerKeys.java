package dev.partnercatalog.query.token;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The built-in issuer's public keys, for a verifier in the same process. Thread-safe. */
public final class IssuerKeys implements JWKSource<SecurityContext> {

    private record PublicKeys(List<RSAKey> of, JWKSet keys) {}

    private final SigningKeys keys;
    private volatile PublicKeys published = new PublicKeys(List.of(), new JWKSet());

    public IssuerKeys(SigningKeys keys) {
        this.keys = keys;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // another list may contain other keys; the same one doesn't
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        List<RSAKey> known = keys.newestFirst();
        if (known.isEmpty()) {
            throw new KeySourceException("there is no signing key yet");
        }
        PublicKeys current = published;
        if (current.of() != known) {
            current = new PublicKeys(
                    known,
                    new JWKSet(known.stream().<JWK>map(RSAKey::toPublicJWK).toList()));
            published = current;
        }
        return selector.select(current.keys());
    }
}
