package dev.partnercatalog.query.desk;

import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A link by which an engineer of a partner can sign in once, without the client's secret. An operator makes it.
 *
 * @param clientId the client as which one signs in; the session ends with it
 * @param id by which the link is known to have been used
 * @param validUntil when it becomes useless, in whole seconds
 */
public record DeskLink(String clientId, String id, Instant validUntil) {

    /** No link is valid for longer. */
    public static final Duration LONGEST = Duration.ofDays(1);

    static final Place PLACE = Place.of("desk", "link");
    static final String CODE = "code";

    private static final String PURPOSE = "desk-link";
    private static final int VALUES = 3;

    /** A link that nobody has used yet. */
    public static DeskLink to(String clientId, Instant validUntil) {
        return new DeskLink(clientId, UUID.randomUUID().toString(), validUntil);
    }

    /**
     * The address to open in a browser, which is a secret until it is used.
     *
     * @param api the API's address as partners see it, without a slash at its end
     */
    public URI address(URI api, MasterKey key) {
        return URI.create(api.toString() + PLACE.with(CODE, code(key)));
    }

    private String code(MasterKey key) {
        return SealedText.of(key, PURPOSE, clientId, id, Long.toString(validUntil.getEpochSecond()));
    }

    /** Reads a link from its code. Returns null if this service did not make the code. */
    static @Nullable DeskLink of(String code, MasterKey key) {
        List<String> values = SealedText.open(key, PURPOSE, VALUES, code);
        return values == null
                ? null
                : new DeskLink(values.get(0), values.get(1), Instant.ofEpochSecond(Long.parseLong(values.get(2))));
    }
}
