package dev.partnercatalog.http;

import io.javalin.http.Context;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Requests that a page makes, within this process, to operations of its own address. They reach the operation on the way of every
 * other request, with the same checks, limits and errors; only the server's limits don't count them, which have counted the page's
 * own request. Thread-safe.
 */
public final class InnerRequests {

    private final AtomicReference<@Nullable Servlet> servlet = new AtomicReference<>();

    InnerRequests() {}

    void answeredBy(Servlet operations) {
        servlet.set(operations);
    }

    /**
     * Sends a request, and returns its response: one with status 503 if the operation would have to wait.
     *
     * @param page the request that it is made for
     */
    public InnerResponse send(Context page, InnerRequest request) {
        Servlet operations = servlet.get();
        if (operations == null) {
            throw HttpProblem.unavailable("The service is starting.");
        }
        InnerServletResponse response = new InnerServletResponse(page.res());
        try {
            operations.service(new InnerServletRequest(page.req(), request), response);
        } catch (ServletException e) {
            throw new IllegalStateException("the operation " + request.method() + " " + request.path() + " failed", e);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write to memory", e);
        }
        return response.received();
    }
}
