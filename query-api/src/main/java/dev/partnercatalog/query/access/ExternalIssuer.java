package dev.partnercatalog.query.access;

import com.nimbusds.jose.JWSAlgorithm;
import java.net.URI;
import java.util.Set;

/**
 * Another issuer of access tokens than the one built in (D17).
 *
 * @param issuer as its tokens name it, to the letter
 * @param keySet where it publishes its keys (RFC 7517): https, or http on this machine, since anyone who
 *     can change them can make tokens
 */
public record ExternalIssuer(URI issuer, URI keySet) {

    /** What such a token may be signed with: today's common asymmetric algorithms (RFC 8725, section 3.1 and 3.2). */
    public static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    public ExternalIssuer {
        boolean isLocal = "http".equals(keySet.getScheme()) && THIS_MACHINE.contains(keySet.getHost());
        if (!"https".equals(keySet.getScheme()) && !isLocal) {
            throw new IllegalArgumentException("the key set " + keySet
                    + " is neither https nor on this machine: whoever is on the way could make tokens");
        }
    }
}
