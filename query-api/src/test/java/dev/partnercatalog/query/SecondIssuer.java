package dev.partnercatalog.query;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.query.access.TestTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An issuer of access tokens that isn't ours: it has its own server, keys and names. */
final class SecondIssuer implements AutoCloseable {

    static final URI NAME = URI.create("https://id.example/tenant/");

    final List<JWK> published = new CopyOnWriteArrayList<>();
    final AtomicInteger fetches = new AtomicInteger();
    volatile boolean up = true;

    private final HttpServer server;

    SecondIssuer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/keys", exchange -> {
            fetches.incrementAndGet();
            byte[] body = new JWKSet(published).toString(true).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(up ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    URI keySet() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/keys");
    }

    JWK publish(JWK key) {
        published.add(key);
        return key;
    }

    static JWK rsaKey(String keyId, @Nullable JWSAlgorithm algorithm) {
        try {
            return new RSAKeyGenerator(2048).keyID(keyId).algorithm(algorithm).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static JWK ecKey(String keyId) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(keyId).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static JWTClaimsSet.Builder claims(String clientId) {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(NAME.toString())
                .audience(List.of("https://other.example", "catalog"))
                .subject("service-account-" + clientId)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(600)))
                .jwtID(UUID.randomUUID().toString())
                .claim("client_id", clientId)
                .claim("scope", "openid partner/read");
    }

    static String token(JWK key, JWSAlgorithm algorithm, JWTClaimsSet.Builder claims) {
        return token(key, algorithm, "at+jwt", claims);
    }

    static String token(JWK key, JWSAlgorithm algorithm, @Nullable String type, JWTClaimsSet.Builder claims) {
        JWSHeader header = new JWSHeader.Builder(algorithm)
                .type(type == null ? null : new JOSEObjectType(type))
                .keyID(key.getKeyID())
                .build();
        return TestTokens.signed(header, claims.build(), key);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
