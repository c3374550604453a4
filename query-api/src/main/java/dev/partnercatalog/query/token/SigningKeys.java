package dev.partnercatalog.query.token;

import com.nimbusds.jose.jwk.RSAKey;
import java.util.List;

/** The keys that sign access tokens. */
@FunctionalInterface
public interface SigningKeys {

    /**
     * The private keys, newest first: that one signs, all of them verify.
     *
     * @throws dev.partnercatalog.http.HttpProblem where that can't be told now (status 503)
     */
    List<RSAKey> newestFirst();
}
