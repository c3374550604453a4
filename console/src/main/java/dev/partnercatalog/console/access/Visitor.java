package dev.partnercatalog.console.access;

import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param operator the name of who has signed in; null for nobody
 * @param role null where the visitor may do nothing but sign in
 * @param formToken what the forms of the session carry; null where nobody has signed in
 * @param maySignIn whether there is a token to sign in with
 */
public record Visitor(
        @Nullable String operator,
        @Nullable Role role,
        @Nullable String formToken,
        boolean maySignIn) {

    /** Somebody who hasn't signed in. */
    public static Visitor stranger(boolean maySignIn) {
        return new Visitor(null, null, null, maySignIn);
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
