package dev.partnercatalog.console.access;

import dev.partnercatalog.operations.operation.RandomSecret;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.schemas.key.Ids;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The operators whose tokens are currently valid. Thread-safe. */
public final class Operators {

    private final Supplier<? extends Collection<Operator>> all;
    private final Supplier<@Nullable String> fault;

    /**
     * An operator.
     *
     * @param credential what a session is bound to, so that it ends with the token; not a secret
     */
    record Identity(String name, Role role, String credential) {}

    /**
     * Creates the operators from the content of their topic.
     *
     * @param all the operators whose records can be read, including revoked ones
     * @param fault why the list may be incomplete; null if it is complete
     */
    public Operators(Supplier<? extends Collection<Operator>> all, Supplier<@Nullable String> fault) {
        this.all = all;
        this.fault = fault;
    }

    /** Whether all operators are known. */
    boolean areAllKnown() {
        return fault.get() == null;
    }

    Optional<Identity> named(String name) {
        return all.get().stream()
                .filter(operator -> operator.getName().equals(name))
                .findFirst()
                .flatMap(Operators::identity);
    }

    /** The operator with this token. */
    Optional<Identity> ofToken(String given) {
        byte[] hash = new RandomSecret(given).hash();
        return all.get().stream()
                .filter(operator -> MessageDigest.isEqual(hash, bytes(operator)))
                .findFirst()
                .flatMap(Operators::identity);
    }

    /** Empty if the token isn't valid. No one else may use the name of the console's own operator. */
    private static Optional<Identity> identity(Operator operator) {
        Role role = Role.of(operator.getRole());
        return role == Role.NONE
                        || operator.getRevokedAt() != null
                        || operator.getName().equals(Ids.CONSOLE_OPERATOR)
                ? Optional.empty()
                : Optional.of(
                        new Identity(operator.getName(), role, HexFormat.of().formatHex(bytes(operator))));
    }

    private static byte[] bytes(Operator operator) {
        byte[] hash = new byte[operator.getTokenHash().remaining()];
        operator.getTokenHash().duplicate().get(hash);
        return hash;
    }
}
