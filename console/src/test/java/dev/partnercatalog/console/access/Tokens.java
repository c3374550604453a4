package dev.partnercatalog.console.access;

import dev.partnercatalog.operations.operation.RandomSecret;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.records.OperatorRole;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operators and policies for tests. */
public final class Tokens {

    private Tokens() {}

    /** An operator with a valid token. */
    public static Operator operator(String name, OperatorRole role, String token) {
        return Operator.newBuilder()
                .setName(name)
                .setRole(role)
                .setTokenHash(ByteBuffer.wrap(new RandomSecret(token).hash()))
                .setCreatedAt(Instant.EPOCH)
                .build();
    }

    /** A console that anyone can reach and that requires everyone to sign in. */
    public static AccessPolicy guarded(@Nullable String token, Collection<Operator> operators) {
        return guarded(token, true, operators, null, Clock.systemUTC());
    }

    static AccessPolicy guarded(
            @Nullable String token,
            boolean tokenSignsIn,
            Collection<Operator> operators,
            @Nullable String fault,
            Clock clock) {
        return guarded(token, tokenSignsIn, operators, fault, new SignOutsInMemory(), clock);
    }

    static AccessPolicy guarded(
            @Nullable String token,
            boolean tokenSignsIn,
            Collection<Operator> operators,
            @Nullable String fault,
            SignOuts signOuts,
            Clock clock) {
        Operators identities = new Operators(() -> operators, () -> fault);
        Sessions sessions =
                token == null ? null : new Sessions(new AccessToken(token), tokenSignsIn, identities, signOuts, clock);
        return new AccessPolicy("0.0.0.0", sessions, false, identities);
    }

    /** Nobody except the holder of the console's own token. */
    static Operators none() {
        return new Operators(List::of, () -> null);
    }
}
