package dev.partnercatalog.query.desk;

import dev.partnercatalog.query.access.Clients;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of engineers who have signed in. A session is in its cookie and nowhere else, so that it holds at every instance.
 * Thread-safe.
 */
public final class DeskSessions {

    static final Duration LIFETIME = Duration.ofHours(4);

    private static final String PURPOSE = "desk-session";
    private static final int VALUES = 4;
    private static final int FORM_TOKEN_BYTES = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final MasterKey key;
    private final Clients clients;
    private final DeskJournal journal;
    private final Clock clock;

    /** @param journal of links that were used, and of sessions that have ended */
    public DeskSessions(MasterKey key, Clients clients, DeskJournal journal, Clock clock) {
        this.key = key;
        this.clients = clients;
        this.journal = journal;
        this.clock = clock;
    }

    /** The link of a code; null if this service did not make it, or it has expired. */
    @Nullable
    DeskLink link(String code) {
        DeskLink link = DeskLink.of(code, key);
        return link != null && clock.instant().isBefore(link.validUntil()) ? link : null;
    }

    /** Uses up a link. Returns the client to sign in as; null if it was used before, or its client may not sign in. */
    @Nullable
    Client use(DeskLink link) {
        Client client = clients.find(link.clientId());
        return client != null && client.getEnabled() && journal.use(link) ? client : null;
    }

    /** Ends all sessions of the client of one of them. */
    void endAll(DeskSession session) {
        journal.endSessions(session.clientId(), session.opened());
    }

    /** The cookie of a new session, which has nothing in common with any before. */
    String open(Client client) {
        byte[] formToken = new byte[FORM_TOKEN_BYTES];
        RANDOM.nextBytes(formToken);
        return SealedText.of(
                key,
                PURPOSE,
                client.getClientId(),
                Long.toString(clock.millis()),
                credential(client),
                Base64.getUrlEncoder().withoutPadding().encodeToString(formToken));
    }

    /** The session of a cookie; null if there is none, or it is over. */
    @Nullable
    DeskSession find(@Nullable String cookie) {
        List<String> values = cookie == null ? null : SealedText.open(key, PURPOSE, VALUES, cookie);
        if (values == null) {
            return null;
        }
        Instant opened = Instant.ofEpochMilli(Long.parseLong(values.get(1)));
        Client client = clients.find(values.get(0));
        return client != null
                        && client.getEnabled()
                        && credential(client).equals(values.get(2))
                        && clock.instant().isBefore(opened.plus(LIFETIME))
                        && !journal.hasEnded(client.getClientId(), opened)
                ? new DeskSession(client.getClientId(), client.getPartnerId(), opened, values.get(3))
                : null;
    }

    /**
     * Changes with the secret, and whenever the client is disabled, so that a session ends with either. The hash is encrypted in
     * the cookie.
     */
    private static String credential(Client client) {
        byte[] hash = new byte[client.getSecretHash().remaining()];
        client.getSecretHash().duplicate().get(hash);
        return client.getDisables() + "/" + Base64.getEncoder().encodeToString(hash);
    }
}
