package dev.partnercatalog.webhook.delivery;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSink;
import okio.BufferedSource;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an okhttp call to exactly one request on the wire, and reports how far that request got. On its own, okhttp
 * would send again after a 408, a 421, a 503 with {@code Retry-After: 0} and some connection faults; we must count and
 * time each attempt ourselves (D26).
 */
final class OneAttempt {

    private static final String RETRY_AFTER = "Retry-After";

    /** Reading a short response to its end lets the connection be reused; a longer one isn't worth it. */
    private static final long ANSWER_BYTES = 8 << 10;

    private static final Duration ANSWER_TIME = Duration.ofMillis(500);

    /** How much okio passes to the connection at a time. */
    private static final int PIECE_BYTES = 8 << 10;

    private static final MediaType JSON = MediaType.get("application/json");

    /**
     * Hides {@code Retry-After} from okhttp: a 0 makes it send again at once, and a number too large for an int makes
     * it fail with a runtime exception. {@link Progress} has the head as it came.
     */
    static final Interceptor HIDE_RETRY_AFTER = chain -> chain.proceed(chain.request())
            .newBuilder()
            .removeHeader(RETRY_AFTER)
            .build();

    /** Once there is a connection, stops a request that we no longer own: connecting may have taken long. */
    static final Interceptor ONLY_OURS = chain -> {
        Progress progress = chain.request().tag(Progress.class);
        if (progress != null) {
            progress.requireOurs();
        }
        return chain.proceed(chain.request());
    };

    /** Records in the request's tag how far it got. */
    static final EventListener NOTE_PROGRESS = new EventListener() {
        @Override
        public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
            Progress progress = call.request().tag(Progress.class);
            if (progress != null) {
                progress.connected = true;
            }
        }

        @Override
        public void responseHeadersEnd(Call call, Response response) {
            Progress progress = call.request().tag(Progress.class);
            if (progress != null) {
                progress.head = response;
            }
        }

        @Override
        public void requestHeadersStart(Call call) {
            Progress progress = call.request().tag(Progress.class);
            if (progress != null) {
                progress.sending = true;
            }
        }
    };

    private OneAttempt() {}

    /** Another process owns the content of the message by now, or may own it. */
    static final class NotOursException extends IOException {
        NotOursException() {
            super("another instance has taken over, or may have");
        }
    }

    /** How far a request got, and whether it may continue. */
    static final class Progress {
        private final BooleanSupplier ours;
        private volatile boolean connected;
        private volatile boolean sending;
        private volatile @Nullable Response head;

        Progress(BooleanSupplier ours) {
            this.ours = ours;
        }

        void requireOurs() throws NotOursException {
            if (!ours.getAsBoolean()) {
                throw new NotOursException();
            }
        }

        /** The status and the headers of the response, null if none arrived. */
        @Nullable
        Response head() {
            return head;
        }

        /** Whether it used a connection of an earlier attempt and got no response there. */
        boolean isUnansweredOnKeptConnection() {
            return sending && !connected && head == null;
        }

        boolean mayHaveBeenSent() {
            return sending;
        }
    }

    /**
     * Returns the outcome of a call that got no further. If the head of a response arrived, that alone counts: neither
     * the rest of the response nor what okhttp or we make of it changes what the endpoint said (D37).
     *
     * @param now the time from which {@code Retry-After} counts
     */
    static Outcome ended(Call call, Progress progress, Throwable fault, Instant now) {
        Response head = progress.head();
        return head == null ? unanswered(call, progress, fault) : answered(head, now);
    }

    static Outcome answered(Response head, Instant now) {
        return Outcome.answered(head.code(), RetryAfter.parse(head.header(RETRY_AFTER), now));
    }

    private static Outcome unanswered(Call call, Progress progress, Throwable fault) {
        if (fault instanceof NotOursException) {
            return Outcome.withheld(String.valueOf(fault.getMessage()), progress.mayHaveBeenSent());
        }
        boolean timedOut = fault instanceof InterruptedIOException;
        boolean unexpected = unexpected(fault) != null;
        if (progress.isUnansweredOnKeptConnection() && !timedOut && !unexpected && !call.isCanceled()) {
            return Outcome.stale("a connection kept from an earlier message was closed; retried at once");
        }
        String words = AttemptFault.words(fault);
        return progress.mayHaveBeenSent()
                ? Outcome.unanswered("no answer: " + words)
                : Outcome.unsent("can't be reached: " + words);
    }

    /**
     * Returns what is no fault of the network, but of the client or of this program; null if it is one of the network.
     * Its message may quote a header, even a secret one.
     */
    static @Nullable Throwable unexpected(Throwable fault) {
        if (!(fault instanceof IOException)) {
            return fault;
        }
        // okhttp reports what its own threads didn't expect as the cause of an IOException.
        Throwable cause = fault.getCause();
        return cause instanceof RuntimeException || cause instanceof Error ? cause : null;
    }

    /**
     * A response body.
     *
     * @param beginning what was read of it
     * @param isWhole whether that is all of it
     */
    record Answer(ByteString beginning, boolean isWhole) {}

    /** Reads a response body up to a small bound and drops the rest. */
    static Answer read(Call call, Response response) {
        Buffer beginning = new Buffer();
        try (response) {
            BufferedSource answer = response.body().source();
            answer.timeout().deadline(ANSWER_TIME.toMillis(), TimeUnit.MILLISECONDS);
            while (beginning.size() < ANSWER_BYTES) {
                if (answer.read(beginning, ANSWER_BYTES - beginning.size()) < 0) {
                    return new Answer(beginning.readByteString(), true);
                }
            }
            // Closing alone would keep reading for a while, in the hope of an end.
            call.cancel();
        } catch (IOException | RuntimeException e) {
            // The status has said everything that matters; a body that breaks off only costs the connection. okhttp
            // throws a runtime exception if the response states a length below 0.
            call.cancel();
        }
        return new Answer(beginning.readByteString(), false);
    }

    /** A JSON body that okhttp may write only once, and that stays incomplete if we lose ownership midway. */
    static RequestBody body(byte[] json, Progress progress) {
        return new RequestBody() {
            @Override
            public MediaType contentType() {
                return JSON;
            }

            @Override
            public long contentLength() {
                return json.length;
            }

            @Override
            public boolean isOneShot() {
                return true;
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                for (int from = 0; from < json.length; from += PIECE_BYTES) {
                    progress.requireOurs();
                    sink.write(json, from, Math.min(PIECE_BYTES, json.length - from));
                }
            }
        };
    }

    /** The header {@code Retry-After} in its two forms, seconds and date (RFC 9110 section 10.2.3). */
    static final class RetryAfter {

        private static final Pattern SECONDS = Pattern.compile("\\d+");
        private static final int DIGITS_OF_A_CENTURY = 9;

        private RetryAfter() {}

        /** How long to wait from now; null if the header is absent or invalid. */
        static @Nullable Duration parse(@Nullable String header, Instant now) {
            if (header == null) {
                return null;
            }
            String value = header.strip();
            if (SECONDS.matcher(value).matches()) {
                return value.length() > DIGITS_OF_A_CENTURY ? Backoff.MAX : Duration.ofSeconds(Long.parseLong(value));
            }
            try {
                Instant at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant();
                return at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO;
            } catch (DateTimeException e) {
                return null;
            }
        }
    }
}
