package dev.partnercatalog.runtime.http;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers errors that occur before a request reaches our own code, such as a request that isn't valid HTTP, in the
 * address's own format instead of with one of the server's error pages.
 */
record ContainerErrors(ProblemFormat format, EntryHandler entry) implements Request.Handler {

    private static final Logger LOG = LoggerFactory.getLogger(ContainerErrors.class);

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        entry.putInto(response.getHeaders(), request);
        HttpProblem problem = problem(request, response.getStatus());
        problem.headers().forEach(response.getHeaders()::put);
        format.headers(problem).forEach(response.getHeaders()::put);
        byte[] body = format.body(
                problem,
                request.getHttpURI() == null ? null : request.getHttpURI().getPath());
        response.setStatus(problem.code().status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, format.contentType());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        if (problem.code().equals(ErrorCode.INVALID_REQUEST) || problem.code().equals(ErrorCode.INTERNAL)) {
            // The server closes the connection, since it can't know where the next request begins; so we announce it.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private static HttpProblem problem(Request request, int status) {
        Throwable cause = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        if (cause instanceof HttpException http) {
            return problem(http.getCode(), http.getReason());
        }
        if (cause instanceof TimeoutException) {
            return HttpProblem.invalid("body", "the request arrived too slowly");
        }
        if (cause instanceof EofException) {
            // If the client leaves or its connection is closed, the service isn't at fault, and the log must not fill
            // up.
            return HttpProblem.invalid("body", "the body ended before it was complete");
        }
        if (cause != null) {
            LOG.error("request {} failed outside its operation", EntryHandler.requestId(request), cause);
            return HttpProblem.internal();
        }
        return problem(status, (String) request.getAttribute(ErrorHandler.ERROR_MESSAGE));
    }

    /** An error of the caller's that has no code of its own is an invalid request, whatever its HTTP status. */
    private static HttpProblem problem(int status, @Nullable String reason) {
        return switch (status) {
            case 404 -> HttpProblem.of(ErrorCode.NOT_FOUND, "Nothing exists at this path.", "Check the path.");
            case 413 ->
                HttpProblem.of(
                        ErrorCode.PAYLOAD_TOO_LARGE, "The body is too large.", "Split the request into smaller ones.");
            case 414 -> HttpProblem.invalid("url", "too long");
            case 431 -> HttpProblem.invalid("header", "the headers are too large");
            case 500 -> HttpProblem.internal();
            case 503 -> HttpProblem.unavailable("The service is overloaded, starting or stopping.");
            default ->
                HttpProblem.invalid(
                        "request",
                        "the service doesn't accept this HTTP request: " + status
                                + (reason == null ? "" : " " + reason));
        };
    }
}
