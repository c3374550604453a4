package dev.partnercatalog.operations.audit;

import dev.partnercatalog.records.AuditIdentity;
import dev.partnercatalog.records.AuditSource;
import dev.partnercatalog.schemas.key.Ids;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who acts, and from where.
 *
 * @param operator a name in the form of operators' names
 * @param address address of the browser, or for a command the name of its machine
 */
public record Actor(String operator, AuditIdentity identity, AuditSource source, String address) {

    private static final String UNKNOWN = "unknown";
    private static final int LONGEST_ADDRESS = 100;

    public Actor {
        Ids.requireOperator(operator);
        address = address.length() <= LONGEST_ADDRESS ? address : address.substring(0, LONGEST_ADDRESS);
    }

    /** An operator who is signed in at the console. */
    public static Actor signedIn(String operator, String address) {
        return new Actor(operator, AuditIdentity.SIGNED_IN, AuditSource.CONSOLE, address);
    }

    /** Someone at the console who isn't signed in. */
    public static Actor stranger(String address) {
        return new Actor(UNKNOWN, AuditIdentity.NONE, AuditSource.CONSOLE, address);
    }

    /**
     * Returns the actor of a command on this machine. Commands require no proof of identity.
     *
     * @param claimed the name that was given; null for the system user's
     */
    public static Actor ofCommand(@Nullable String claimed) {
        return claimed == null
                ? new Actor(systemUser(), AuditIdentity.SYSTEM_USER, AuditSource.COMMAND, machine())
                : new Actor(claimed, AuditIdentity.CLAIMED, AuditSource.COMMAND, machine());
    }

    /** Returns the system user's name in the form of operators' names, whatever it looks like. */
    static String systemUser() {
        String name =
                Objects.requireNonNullElse(System.getProperty("user.name"), "").replaceAll("[^A-Za-z0-9._@-]", "_");
        String cut = name.substring(0, Math.min(name.length(), Ids.MAX_NAME));
        return cut.isEmpty() ? UNKNOWN : cut;
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // Its name doesn't resolve, or it has none.
            return UNKNOWN;
        }
    }
}
