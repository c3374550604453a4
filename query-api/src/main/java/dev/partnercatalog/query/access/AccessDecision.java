package dev.partnercatalog.query.access;

import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.util.function.Function;

/**
 * Whether a caller may see something, and if not, why (D16). Immutable.
 *
 * @param <T> what the caller requests
 */
public sealed interface AccessDecision<T> {

    /** The caller may see this. */
    record Allowed<T>(T value) implements AccessDecision<T> {

        @Override
        public <U> AccessDecision<U> then(Function<? super T, AccessDecision<U>> next) {
            return next.apply(value);
        }

        @Override
        public T orThrow(Function<? super Refused<?>, ? extends RuntimeException> problem) {
            return value;
        }
    }

    /**
     * The caller may not see it.
     *
     * @param message for the caller, in words
     */
    record Refused<T>(Reason reason, String message) implements AccessDecision<T> {

        @Override
        public <U> AccessDecision<U> then(Function<? super T, AccessDecision<U>> next) {
            return new Refused<>(reason, message);
        }

        @Override
        public T orThrow(Function<? super Refused<?>, ? extends RuntimeException> problem) {
            throw problem.apply(this);
        }
    }

    /** Why a caller may not see something. */
    enum Reason {
        PARTNER_DISABLED,
        COMPANY_NOT_ALLOWED,
        LOCATION_NOT_ALLOWED;

        /** The API's error code. */
        public ErrorCode code() {
            return switch (this) {
                case PARTNER_DISABLED -> ErrorCodes.PARTNER_DISABLED;
                case COMPANY_NOT_ALLOWED -> ErrorCodes.COMPANY_NOT_ALLOWED;
                case LOCATION_NOT_ALLOWED -> ErrorCodes.LOCATION_NOT_ALLOWED;
            };
        }
    }

    /** Makes a further decision if this is allowed. */
    <U> AccessDecision<U> then(Function<? super T, AccessDecision<U>> next);

    /** What the caller may see; throws the problem that {@code problem} returns for a refusal. */
    T orThrow(Function<? super Refused<?>, ? extends RuntimeException> problem);
}
