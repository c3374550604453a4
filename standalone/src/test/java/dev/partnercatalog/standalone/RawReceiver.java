package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.standalone.SignedEndpoint.BrokenPromise;
import dev.partnercatalog.standalone.SignedEndpoint.Message;
import dev.partnercatalog.standalone.SignedEndpoint.Promise;
import dev.partnercatalog.standalone.SignedEndpoint.Reaction;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A partner's copy of what it received, each variant byte for byte. Rejects what isn't signed with the partner's
 * secret, skips what is older than its copy of a variant, and records broken promises: content that arrives after newer
 * content of the same variant, and an id that is repeated with different content.
 */
public final class RawReceiver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SignedEndpoint endpoint;
    private final BiConsumer<String, String> listener;
    private final Map<String, String> held = new TreeMap<>();
    private final Map<String, Instant> newest = new HashMap<>();
    private int received;

    private RawReceiver(String secret, Supplier<Reaction> reactions, BiConsumer<String, String> listener)
            throws Exception {
        this.listener = listener;
        endpoint = SignedEndpoint.start(secret, reactions, this::take);
    }

    /**
     * Listens on a free port.
     *
     * @param secret the partner's secret, {@code whsec_} and base64
     */
    public static RawReceiver start(String secret) throws Exception {
        return start(secret, () -> Reaction.TAKE, (id, variant) -> {});
    }

    /** The same, with a chosen reaction to each message. */
    public static RawReceiver start(String secret, Supplier<Reaction> reactions) throws Exception {
        return start(secret, reactions, (id, variant) -> {});
    }

    /**
     * The same, and tells what it accepts.
     *
     * @param listener receives the id and the content of each variant that is accepted, in order
     */
    public static RawReceiver start(String secret, Supplier<Reaction> reactions, BiConsumer<String, String> listener)
            throws Exception {
        return new RawReceiver(secret, reactions, listener);
    }

    public URI url() {
        return endpoint.url();
    }

    /** By {@code companyId/locationId/barcode}. */
    public synchronized Map<String, String> held() {
        return new TreeMap<>(held);
    }

    /** The broken promises. */
    public List<BrokenPromise> faults() {
        return endpoint.faults();
    }

    /** How many messages were refused. */
    public int refused() {
        return endpoint.refused();
    }

    /** How many messages are still on their way. */
    public int late() {
        return endpoint.late();
    }

    /** All that is on its way arrives. */
    public void takeLate() throws IOException {
        endpoint.takeLate();
    }

    /** The number of records that have arrived, whether known before or not. */
    public synchronized int received() {
        return received;
    }

    private synchronized int take(Message message) throws IOException {
        byte[] body = message.body();
        Instant time = Instant.parse(JSON.readTree(body).path("timestamp").asText());
        for (String variant : RawVariants.of(body, "variants")) {
            String id = id(JSON.readTree(variant));
            if (isInOrder(id, time, variant)) {
                held.put(id, variant);
                listener.accept(id, variant);
            }
            received++;
        }
        for (String removed : RawVariants.of(body, "removed")) {
            String id = id(JSON.readTree(removed));
            if (isInOrder(id, time, "its removal")) {
                held.remove(id);
            }
            received++;
        }
        return 204;
    }

    private boolean isInOrder(String id, Instant time, String content) {
        Instant before = newest.get(id);
        if (before != null && time.isBefore(before)) {
            endpoint.fault(Promise.ORDER, id + " of " + time + " arrived after that of " + before + ": " + content);
            return false;
        }
        newest.put(id, time);
        return true;
    }

    private static String id(JsonNode variant) {
        return variant.path("companyId") + "/" + variant.path("locationId") + "/"
                + variant.path("barcode").asText();
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
