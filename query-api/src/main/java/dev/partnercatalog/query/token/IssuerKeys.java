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

/** The built-in issuer's public keys, for a verifier in the same process. */
public record IssuerKeys(SigningKeys keys) implements JWKSource<SecurityContext> {

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        List<RSAKey> known = keys.newestFirst();
        if (known.isEmpty()) {
            throw new KeySourceException("there is no signing key yet");
        }
        return selector.select(
                new JWKSet(known.stream().<JWK>map(RSAKey::toPublicJWK).toList()));
    }
}
