package dev.partnercatalog.query.access;

import com.nimbusds.jose.JWSAlgorithm;
import java.net.URI;
import java.util.Set;

/**
 * An issuer of access tokens other than the built-in one (D17).
 *
 * @param issuer exactly as in its tokens
 * @param keySet where it publishes its keys (RFC 7517): https, or http on this machine, since anyone who can change
 *     them can create tokens
 * @param form of its tokens
 */
public record ExternalIssuer(URI issuer, URI keySet, TokenForm form) {

    /**
     * The algorithms with which its tokens may be signed: today's common asymmetric ones (RFC 8725, sections 3.1 and
     * 3.2).
     */
    public static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    public ExternalIssuer {
        boolean isLocal = "http".equals(keySet.getScheme()) && THIS_MACHINE.contains(keySet.getHost());
        if (!"https".equals(keySet.getScheme()) && !isLocal) {
            throw new IllegalArgumentException("the key set " + keySet
                    + " is neither https nor on this machine: an attacker on the network could create tokens");
        }
    }
}
