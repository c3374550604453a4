package dev.partnercatalog.console.access;

import org.jspecify.annotations.Nullable;

/**
 * The sender of a request.
 *
 * @param operator name of the signed-in operator; null if the visitor isn't signed in
 * @param formToken token in the session's forms; null if the visitor isn't signed in
 * @param maySignIn whether there is a token to sign in with
 */
public record Visitor(
        @Nullable String operator, Role role, @Nullable String formToken, boolean maySignIn) {

    /** A visitor who isn't signed in. */
    public static Visitor stranger(boolean maySignIn) {
        return new Visitor(null, Role.NONE, null, maySignIn);
    }

    /** A visitor who has not signed in, with read access. */
    public static Visitor reader(boolean maySignIn) {
        return new Visitor(null, Role.LOOK, null, maySignIn);
    }

    public boolean isSignedIn() {
        return formToken != null;
    }

    /** Whether the visitor may change things. */
    public boolean mayAct() {
        return isSignedIn() && role == Role.ACT;
    }
}
