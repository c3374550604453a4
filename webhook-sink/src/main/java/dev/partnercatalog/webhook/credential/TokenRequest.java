package dev.partnercatalog.webhook.credential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.http.StrictJson;
import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.address.WebhookUrl;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests access tokens from partners' authorization servers (RFC 6749, section 4.4), with the client's id and secret
 * in HTTP Basic or in the form. A server must be at an address that webhooks may use and has ten seconds to answer; the answer is read
 * up to a bound. Thread-safe.
 */
public final class TokenRequest {

    /** Limit for one request. */
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** After this time the client has failed to keep the limit. */
    private static final Duration OVERDUE = TIMEOUT.plusSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(TokenRequest.class);
    private static final int FRAMES = 5;
    private static final int LONGEST_ANSWER = 64 << 10;

    /** RFC 6750, section 2.1. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]{1,16384}=*");

    /** Error codes of RFC 6749, section 5.2, and of extensions. */
    private static final Pattern ERROR = Pattern.compile("[a-z_]{1,64}");

    /** RFC 6749, section 5.2. */
    private static final Pattern DESCRIPTION = Pattern.compile("[ !#-\\[\\]-~]{1,4096}");

    private static final int SHOWN = 200;

    /** The lifetime assumed for a token that doesn't state one. */
    private static final long USUAL_SECONDS = 300;

    private static final long MOST_SECONDS = Duration.ofDays(1).toSeconds();

    /** How long before its expiry a token is no longer used: a minute, or a fifth of its lifetime if that is less. */
    private static final long MARGIN_SECONDS = 60;

    private static final int MARGIN_PART = 5;

    private final OkHttpClient client;
    private final WebhookAddresses addresses;
    private final String userAgent;
    private final InstantSource clock;

    /** @param client connects to allowed addresses only, and makes exactly one request per call */
    public TokenRequest(OkHttpClient client, WebhookAddresses addresses, String userAgent, InstantSource clock) {
        this.client = client.newBuilder().callTimeout(TIMEOUT).build();
        this.addresses = addresses;
        this.userAgent = userAgent;
        this.clock = clock;
    }

    /** Starts a request; the result may fail with {@link TokenRefusedException}. */
    public CompletableFuture<BearerToken> send(OAuth2Client of) {
        CompletableFuture<BearerToken> token = new CompletableFuture<>();
        Optional<String> problem = WebhookUrl.problem(of.tokenUrl(), addresses);
        HttpUrl url = problem.isPresent() ? null : HttpUrl.parse(of.tokenUrl());
        if (url == null) {
            token.completeExceptionally(new TokenRefusedException("the token URL " + problem.orElse("can't be used")));
            return token;
        }
        // Attempts share a request, so one that never ended would stop the partner's webhook for good.
        CompletableFuture.delayedExecutor(OVERDUE.toSeconds(), TimeUnit.SECONDS).execute(() -> late(token));
        try {
            client.newCall(request(url, of)).enqueue(new Answered(token, clock.instant(), of.clientSecret()));
        } catch (RuntimeException | Error e) {
            broken(token, e);
        }
        return token;
    }

    private static void late(CompletableFuture<BearerToken> token) {
        token.completeExceptionally(new TokenRefusedException("the token endpoint didn't answer in time"));
    }

    /** Logs where the fault is from, but not its message, which may quote a secret. */
    private static void broken(CompletableFuture<BearerToken> token, Throwable fault) {
        LOG.warn(
                "a request to a token endpoint ended with an unexpected {} at {}",
                fault.getClass().getName(),
                Stream.of(fault.getStackTrace())
                        .limit(FRAMES)
                        .map(String::valueOf)
                        .toList());
        token.completeExceptionally(
                new TokenRefusedException("the request to the token endpoint failed because of a fault of the sender"));
    }

    /** Whatever is thrown while the answer is read ends the request. */
    private record Answered(CompletableFuture<BearerToken> token, Instant asked, String secret) implements Callback {

        @Override
        public void onResponse(Call call, Response response) {
            try (response) {
                token.complete(TokenRequest.token(response, asked, secret));
            } catch (TokenRefusedException e) {
                token.completeExceptionally(e);
            } catch (IOException e) {
                onFailure(call, e);
            } catch (RuntimeException | Error e) {
                call.cancel();
                broken(token, e);
            }
        }

        @Override
        public void onFailure(Call call, IOException fault) {
            Throwable cause = fault.getCause();
            if (fault instanceof InterruptedIOException) {
                late(token);
            } else if (cause instanceof RuntimeException || cause instanceof Error) {
                broken(token, cause);
            } else {
                token.completeExceptionally(
                        new TokenRefusedException("the token endpoint can't be reached: " + fault.getMessage()));
            }
        }
    }

    private Request request(HttpUrl url, OAuth2Client of) {
        FormBody.Builder form = new FormBody.Builder().add("grant_type", "client_credentials");
        if (of.scope() != null) {
            form.add("scope", of.scope());
        }
        of.parameters().forEach(form::add);
        Request.Builder request = new Request.Builder()
                .url(url)
                .header("User-Agent", userAgent)
                .header("Accept", "application/json")
                .header("Accept-Encoding", "identity"); // An unpacked answer would need its own bound.
        switch (of.method()) {
            case BASIC -> request.header("Authorization", basic(encoded(of.clientId()), encoded(of.clientSecret())));
            case BASIC_RAW -> request.header("Authorization", basic(of.clientId(), of.clientSecret()));
            case BODY -> form.add("client_id", of.clientId()).add("client_secret", of.clientSecret());
        }
        return request.post(form.build()).build();
    }

    /** RFC 6749, section 2.3.1. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String basic(String id, String secret) {
        return "Basic " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
    }

    private static BearerToken token(Response response, Instant asked, String secret)
            throws TokenRefusedException, IOException {
        BufferedSource body = response.body().source();
        if (body.request(LONGEST_ANSWER + 1)) {
            throw new TokenRefusedException("the token endpoint's answer is longer than " + LONGEST_ANSWER + " bytes");
        }
        byte[] answer = body.readByteArray();
        if (response.code() != 200) {
            throw new TokenRefusedException(
                    "the token endpoint answered with status " + response.code() + error(answer, secret));
        }
        return token(json(answer), asked);
    }

    private static BearerToken token(ObjectNode json, Instant asked) throws TokenRefusedException {
        String value = json.path("access_token").asText();
        if (!json.path("access_token").isTextual() || !TOKEN.matcher(value).matches()) {
            throw new TokenRefusedException("the token endpoint's answer contains no usable access_token");
        }
        if (!json.path("token_type").asText().equalsIgnoreCase("Bearer")) {
            throw new TokenRefusedException("the token endpoint returned a token_type other than Bearer");
        }
        JsonNode life = json.path("expires_in");
        boolean stated = life.isIntegralNumber() && life.canConvertToLong() && life.longValue() > 0;
        long seconds = stated ? Math.min(life.longValue(), MOST_SECONDS) : USUAL_SECONDS;
        long margin = Math.min(MARGIN_SECONDS, seconds / MARGIN_PART);
        return new BearerToken(value, asked, asked.plusSeconds(seconds - margin));
    }

    private static ObjectNode json(byte[] answer) throws TokenRefusedException {
        try {
            return StrictJson.object(answer);
        } catch (HttpProblem e) {
            throw new TokenRefusedException("the token endpoint's answer is not a JSON object");
        }
    }

    /**
     * Returns the error code and its description, as far as they have the form of RFC 6749; an answer may contain
     * anything, our secret too.
     */
    private static String error(byte[] answer, String secret) {
        try {
            ObjectNode json = StrictJson.object(answer);
            String code = json.path("error").asText();
            if (!ERROR.matcher(code).matches()) {
                return "";
            }
            String description = json.path("error_description").asText().strip();
            boolean shown = DESCRIPTION.matcher(description).matches()
                    && !description.contains(secret)
                    && !description.contains(encoded(secret));
            return " (" + code + (shown ? ": " + cut(description) : "") + ")";
        } catch (HttpProblem e) {
            return "";
        }
    }

    private static String cut(String description) {
        return description.length() <= SHOWN ? description : description.substring(0, SHOWN) + "…";
    }
}
