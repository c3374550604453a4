package dev.partnercatalog.console.access;

import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param formToken what the forms that change something carry; null where the visitor may change nothing
 * @param maySignIn whether there is a token to sign in with
 */
public record Visitor(@Nullable String formToken, boolean maySignIn) {

    public boolean isSignedIn() {
        return formToken != null;
    }
}
