package dev.partnercatalog.query.token;

import com.nimbusds.jose.jwk.RSAKey;
import java.util.List;

/** The keys that sign access tokens. */
@FunctionalInterface
public interface SigningKeys {

    /**
     * The private keys, newest first: the newest signs, all of them verify.
     *
     * @throws dev.partnercatalog.runtime.http.HttpProblem if they are currently unknown (status 503)
     */
    List<RSAKey> newestFirst();
}
