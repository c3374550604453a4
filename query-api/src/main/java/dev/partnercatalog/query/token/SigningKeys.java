package dev.partnercatalog.query.token;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.util.List;

/** The private keys that sign access tokens: the newest signs, all of them verify. Immutable. */
public final class SigningKeys {

    private final List<RSAKey> newestFirst;
    private final JWKSet published;

    SigningKeys(List<RSAKey> newestFirst) {
        this.newestFirst = List.copyOf(newestFirst);
        this.published = new JWKSet(List.<JWK>copyOf(newestFirst)).toPublicJWKSet();
    }

    List<RSAKey> newestFirst() {
        return newestFirst;
    }

    public boolean isEmpty() {
        return newestFirst.isEmpty();
    }

    /** The public keys (RFC 7517). */
    String published() {
        return JSONObjectUtils.toJSONString(published.toJSONObject(true));
    }

    /** Those of the public keys that may verify a token; throws {@link KeySourceException} if there is no key yet. */
    public List<JWK> verifying(JWKSelector token) throws KeySourceException {
        if (isEmpty()) {
            throw new KeySourceException("there is no signing key yet");
        }
        return token.select(published);
    }
}
