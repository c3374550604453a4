package dev.partnercatalog.query.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.query.access.RateLimit;
import dev.partnercatalog.query.access.RateLimiter;
import dev.partnercatalog.query.token.TokenServer.TokenEndpoint;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.TokenBuckets;
import dev.partnercatalog.runtime.secret.Hashes;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.key.Ids;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates clients by their secrets, and limits how often wrong ones can be tried: by client and address, and by
 * address. Never by client alone, or anyone could lock a client out. A client that succeeded from an address before is
 * limited there by its own failures only, whatever else comes from that address. In bounded memory. Thread-safe.
 */
public final class ClientAuthentication {

    /** Far more than a client needs that uses each token until it expires. */
    private static final RateLimit OF_CLIENT = new RateLimit(50, 500);

    private static final Bandwidth OF_CLIENT_AT_ADDRESS = perMinute(20);
    private static final Bandwidth OF_ADDRESS = perMinute(100);
    private static final int MOST_BUCKETS = 100_000;
    private static final int MOST_PROVEN = 10_000;

    /** Compared if there is no such client, so that it takes as long; nobody knows a secret with this hash. */
    private static final ByteBuffer HASH_OF_NOBODY = ByteBuffer.allocate(32).asReadOnlyBuffer();

    private final Function<String, @Nullable Client> clients;
    private final TokenBuckets byClientAndAddress;
    private final TokenBuckets byAddress;
    private final RateLimiter rate;

    /** Clients at the addresses from which they succeeded. */
    private final Cache<String, Boolean> proven = Caffeine.newBuilder()
            .maximumSize(MOST_PROVEN)
            .executor(Runnable::run)
            .build();

    /** Knows clients by their ids, and limits attempts by the time. */
    public ClientAuthentication(Function<String, @Nullable Client> clients, TimeMeter time) {
        this.clients = clients;
        byClientAndAddress = new TokenBuckets(OF_CLIENT_AT_ADDRESS, MOST_BUCKETS, time);
        byAddress = new TokenBuckets(OF_ADDRESS, MOST_BUCKETS, time);
        rate = new RateLimiter(OF_CLIENT, time);
    }

    /**
     * The client whose credentials came from an address; null if it is unknown or disabled, or its secret is wrong, without
     * revealing which. Throws {@link HttpProblem} (429) if there were too many attempts.
     */
    @Nullable
    Client find(ClientCredentials credentials, String address) {
        String pair = credentials.clientId() + " " + address;
        // A malformed id belongs to nobody, and may have any length.
        boolean isId = Ids.isName(credentials.clientId());
        if (isId) {
            requireSome(byClientAndAddress.of(pair));
        }
        if (proven.getIfPresent(pair) == null) {
            requireSome(byAddress.of(address));
        }
        Client client = clients.apply(credentials.clientId());
        // The secret is random and long (D17): its plain hash can't be reversed, and a slow hash would only slow us
        // down.
        boolean matches = MessageDigest.isEqual(
                Hashes.sha256(credentials.secret()), bytes(client == null ? HASH_OF_NOBODY : client.getSecretHash()));
        if (client == null || !matches || !client.getEnabled()) {
            if (isId) {
                byClientAndAddress.of(pair).tryConsume(1);
            }
            byAddress.of(address).tryConsume(1);
            return null;
        }
        proven.put(pair, true);
        // Only requests with the right secret count: otherwise anyone could use up those of a client.
        rate.admit(client.getClientId());
        return client;
    }

    private static void requireSome(Bucket left) {
        long wait = left.estimateAbilityToConsume(1).getNanosToWaitForRefill();
        if (wait > 0) {
            throw HttpProblem.of(
                    ErrorCode.RATE_LIMITED,
                    "There were too many wrong credentials. Try again after the number of seconds in Retry-After.",
                    "Check the client's id and secret.",
                    Map.of("Retry-After", Long.toString(TokenBuckets.wholeSeconds(wait))));
        }
    }

    private static Bandwidth perMinute(int attempts) {
        return Bandwidth.builder()
                .capacity(attempts)
                .refillGreedy(attempts, Duration.ofMinutes(1))
                .build();
    }

    private static byte[] bytes(ByteBuffer hash) {
        byte[] bytes = new byte[hash.remaining()];
        hash.duplicate().get(bytes);
        return bytes;
    }

    /** The credentials of a token request, sent by either of the two methods (RFC 6749, section 2.3.1). */
    record ClientCredentials(String clientId, String secret) {

        private static final String BASIC = "Basic ";

        /**
         * Reads the credentials of a request, given its Authorization headers; throws {@link HttpProblem} if there are none, or
         * both methods are used, or they are malformed.
         */
        static ClientCredentials of(List<String> authorization, FormParameters form) {
            if (authorization.size() > 1) {
                throw TokenEndpoint.invalidRequest("There is more than one Authorization header.");
            }
            String clientId = form.get("client_id");
            String secret = form.get("client_secret");
            if (!authorization.isEmpty()) {
                ClientCredentials basic = ofBasic(authorization.get(0));
                if (secret != null || (clientId != null && !clientId.equals(basic.clientId()))) {
                    throw TokenEndpoint.invalidRequest(
                            "Credentials are given both in the Authorization header and in the body.");
                }
                return basic;
            }
            if (clientId == null || secret == null) {
                throw TokenEndpoint.invalidClient(
                        "client_id and client_secret are required, in the body or by HTTP Basic.");
            }
            return new ClientCredentials(clientId, secret);
        }

        private static ClientCredentials ofBasic(String header) {
            String pair = header.regionMatches(true, 0, BASIC, 0, BASIC.length())
                    ? text(header.substring(BASIC.length()).strip())
                    : null;
            int colon = pair == null ? -1 : pair.indexOf(':');
            if (pair != null && colon >= 0) {
                String clientId = FormParameters.decode(pair.substring(0, colon));
                String secret = FormParameters.decode(pair.substring(colon + 1));
                if (clientId != null && secret != null) {
                    return new ClientCredentials(clientId, secret);
                }
            }
            throw TokenEndpoint.invalidClient("The Authorization header contains no HTTP Basic credentials.");
        }

        private static @Nullable String text(String base64) {
            try {
                return PrintableText.utf8(Base64.getDecoder().decode(base64));
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        @Override
        public String toString() {
            return "ClientCredentials[" + clientId + "]";
        }
    }

    /**
     * The parameters of a form, each occurring at most once (RFC 6749, section 3.2), and the encoding of forms, which
     * OAuth 2.0 also uses in Basic credentials, decoded strictly.
     */
    record FormParameters(Map<String, String> values) {

        /** Reads a body; throws a refusal if it is not a form, or has a duplicate parameter. */
        static FormParameters parse(byte[] body) {
            String text = PrintableText.utf8(body);
            if (text == null) {
                throw TokenEndpoint.invalidRequest("The body is not UTF-8.");
            }
            Map<String, String> values = new HashMap<>();
            for (String pair : text.split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = decode(equals < 0 ? pair : pair.substring(0, equals));
                String value = decode(equals < 0 ? "" : pair.substring(equals + 1));
                if (name == null || value == null) {
                    throw TokenEndpoint.invalidRequest("A parameter is not correctly form-encoded.");
                }
                if (values.putIfAbsent(name, value) != null) {
                    throw TokenEndpoint.invalidRequest("A parameter is given more than once.");
                }
            }
            return new FormParameters(values);
        }

        /** The value; null if the parameter is absent or empty, which are the same in RFC 6749. */
        @Nullable
        String get(String name) {
            String value = values.get(name);
            return value == null || value.isEmpty() ? null : value;
        }

        /** The decoded text; null if an escape is incomplete or not hexadecimal, or the bytes are not UTF-8. */
        static @Nullable String decode(String encoded) {
            if (encoded.contains("%+") || encoded.contains("%-")) {
                return null; // The library takes a sign for a digit.
            }
            try {
                String sent = new String(encoded.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
                return PrintableText.utf8(
                        URLDecoder.decode(sent, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1));
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        @Override
        public String toString() {
            return "FormParameters" + values.keySet();
        }
    }
}
