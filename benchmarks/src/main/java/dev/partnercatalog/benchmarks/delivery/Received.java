package dev.partnercatalog.benchmarks.delivery;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What arrived at the receiver, and when. Thread-safe. */
final class Received {

    /** The beginning of a description that is watched for. */
    static final String EVENT = "event ";

    private static final Pattern EVENTS = Pattern.compile("\"" + EVENT + "(\\d+)\"");

    private final List<Socket> hanging = new ArrayList<>();
    private final StringBuilder watched = new StringBuilder();
    private @Nullable DataOutputStream capture;
    private boolean watching;
    private long bodies;
    private long bytes;
    private long first;
    private long last;

    /** Microseconds since 1970. */
    static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    synchronized void add(ByteBuffer body) throws IOException {
        last = now();
        first = bodies == 0 ? last : first;
        bodies++;
        bytes += body.remaining();
        if (watching) {
            Matcher events = EVENTS.matcher(StandardCharsets.UTF_8.decode(body.duplicate()));
            while (events.find()) {
                watched.append(watched.isEmpty() ? "" : " ")
                        .append(events.group(1))
                        .append(':')
                        .append(last);
            }
        }
        if (capture != null) {
            capture.writeInt(body.remaining());
            capture.write(body.array(), body.arrayOffset() + body.position(), body.remaining());
        }
    }

    /** Counts from now on. */
    synchronized void count(@Nullable DataOutputStream captureTo) {
        capture = captureTo;
        bodies = 0;
        bytes = 0;
    }

    /** Stops capturing. */
    synchronized String counted() throws IOException {
        if (capture != null) {
            capture.close();
            capture = null;
        }
        return new Counted(bodies, bytes, first, last).line();
    }

    /** Records when events arrive, from now on. */
    synchronized void watch() {
        watching = true;
        watched.setLength(0);
    }

    /** Each event that arrived, with the time in microseconds since 1970. */
    synchronized String watched() {
        return watched.toString();
    }

    /** Leaves a request unanswered for as long as the other side waits, or until {@link #release()}. */
    void hang(Socket socket, ReceiverConnection connection) throws IOException {
        synchronized (this) {
            hanging.add(socket);
        }
        try {
            connection.awaitEnd();
        } finally {
            synchronized (this) {
                hanging.remove(socket);
            }
        }
    }

    /** The number of requests that wait for an answer in vain. */
    synchronized int hanging() {
        return hanging.size();
    }

    synchronized void release() throws IOException {
        for (Socket socket : hanging) {
            socket.close();
        }
    }
}
