package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Caller;
import io.javalin.http.Context;
import java.io.IOException;

/** An operation that only a caller with a good token gets to. */
@FunctionalInterface
interface CallerHandler {

    void handle(Context context, Caller caller) throws IOException;
}
