package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator.Caller;
import io.javalin.http.Context;
import java.io.IOException;

/** An operation that is only reached by callers with a valid token. */
@FunctionalInterface
interface CallerHandler {

    void handle(Context context, Caller caller) throws IOException;
}
