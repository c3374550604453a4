package dev.partnercatalog.query;

import com.nimbusds.jose.JWSAlgorithm;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.ExternalIssuer.ExternalKeys;
import dev.partnercatalog.query.access.TokenForm;
import dev.partnercatalog.query.access.TokenVerifier;
import dev.partnercatalog.query.access.TokenVerifier.ClaimsCheck;
import dev.partnercatalog.query.token.ClientAuthentication;
import dev.partnercatalog.query.token.TokenServer;
import dev.partnercatalog.query.token.TokenServer.TokenSettings;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.RequestMeters;
import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The issuer whose access tokens the API accepts: the built-in one or another (D17).
 *
 * @param address the issuer as named in tokens
 * @param endpoint where tokens are requested, or the closest known address
 * @param listener where the built-in issuer listens; for another issuer, its address
 * @param ready whether tokens can be issued, as far as that depends on us, and verified
 */
record Issuer(URI address, URI endpoint, URI listener, TokenVerifier verifier, BooleanSupplier ready) {

    private static final Duration KEY_REFRESH_INTERVAL = Duration.ofSeconds(10);

    /** Opens the token endpoint, or fetches the keys of another issuer if one is set. */
    static Issuer open(
            QueryApiSettings settings,
            TableApplication tables,
            MeterRegistry meters,
            RemoteAddresses addresses,
            Clock clock,
            Resources resources) {
        String audience = settings.tokens().audience();
        ExternalIssuer external = settings.tokens().external();
        if (external != null) {
            return external(external, audience, KEY_REFRESH_INTERVAL, clock, resources);
        }
        HttpServer server = resources.add(HttpServer.bind(
                settings.addresses().host(), settings.addresses().authPort(), new RequestMeters(meters, "token")));
        TokenSettings tokens = new TokenSettings(
                address(settings, server.address()), audience, settings.tokens().allowOrigin());
        resources.add(TokenServer.start(
                server,
                settings.traffic().limits(),
                addresses,
                tokens,
                new ClientAuthentication(tables.clients(), TimeMeter.SYSTEM_NANOTIME),
                tables.signingKeys(),
                clock));
        return new Issuer(
                tokens.issuer(),
                URI.create(tokens.issuer() + TokenServer.TOKEN_PATH),
                server.address(),
                new TokenVerifier(
                        new ClaimsCheck(TokenForm.RFC_9068, tokens.issuer(), audience, clock),
                        Set.of(JWSAlgorithm.RS256),
                        (token, context) -> tables.signingKeys().get().verifying(token)),
                tables::hasSigningKey);
    }

    /** Opens no address: only the other issuer issues tokens. */
    static Issuer external(
            ExternalIssuer external, String audience, Duration keyRefreshInterval, Clock clock, Resources resources) {
        ExternalKeys keys = resources.add(new ExternalKeys(external.keySet(), keyRefreshInterval));
        TokenVerifier verifier = new TokenVerifier(
                new ClaimsCheck(external.form(), external.issuer(), audience, clock), ExternalIssuer.ALGORITHMS, keys);
        return new Issuer(external.issuer(), external.issuer(), external.issuer(), verifier, keys::areKnown);
    }

    private static URI address(QueryApiSettings settings, URI listener) {
        URI configured = settings.tokens().issuer();
        if (configured == null
                && new InetSocketAddress(settings.addresses().host(), 0)
                        .getAddress()
                        .isAnyLocalAddress()) {
            throw new IllegalArgumentException("the issuer must be set if the token endpoint listens on all addresses ("
                    + settings.addresses().host() + "): tokens name it, and callers must be able to reach it");
        }
        return configured == null ? listener : configured;
    }
}
