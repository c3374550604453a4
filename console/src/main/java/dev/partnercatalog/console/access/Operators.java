package dev.partnercatalog.console.access;

import dev.partnercatalog.operations.credential.RandomSecret;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.schemas.key.Ids;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The operators whose tokens count now. Thread-safe. */
public final class Operators {

    private final Supplier<? extends Collection<Operator>> all;
    private final Supplier<@Nullable String> fault;

    /**
     * An operator.
     *
     * @param credential what a session is bound to, so that it ends with the token; no secret
     */
    record Identity(String name, Role role, String credential) {}

    /**
     * Operators as their topic has them.
     *
     * @param all those that can be read, revoked ones too
     * @param fault why that may not be all there are; null where it is
     */
    public Operators(Supplier<? extends Collection<Operator>> all, Supplier<@Nullable String> fault) {
        this.all = all;
        this.fault = fault;
    }

    /** Whether there is no operator but those that are known. */
    boolean areAllKnown() {
        return fault.get() == null;
    }

    Optional<Identity> named(String name) {
        return all.get().stream()
                .filter(operator -> operator.getName().equals(name))
                .findFirst()
                .flatMap(Operators::identity);
    }

    /** Whose token that is. */
    Optional<Identity> ofToken(String given) {
        byte[] hash = new RandomSecret(given).hash();
        return all.get().stream()
                .filter(operator -> MessageDigest.isEqual(hash, bytes(operator)))
                .findFirst()
                .flatMap(Operators::identity);
    }

    /** Empty where the token doesn't count. The name of the console's own operator is nobody else's. */
    private static Optional<Identity> identity(Operator operator) {
        return operator.getRevokedAt() != null || operator.getName().equals(Ids.CONSOLE_OPERATOR)
                ? Optional.empty()
                : Role.of(operator.getRole())
                        .map(role -> new Identity(
                                operator.getName(), role, HexFormat.of().formatHex(bytes(operator))));
    }

    private static byte[] bytes(Operator operator) {
        byte[] hash = new byte[operator.getTokenHash().remaining()];
        operator.getTokenHash().duplicate().get(hash);
        return hash;
    }
}
