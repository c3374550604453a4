package dev.partnercatalog.http;

import java.time.Duration;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.Callback;

/** Answers 503 to what is too much, rather than to let everything become slow (D20). A request that waits holds no thread. */
final class LoadShedding extends QoSHandler {

    private static final int WAITING_PER_RUNNING = 4;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    LoadShedding(int maxConcurrentRequests, Iterable<String> unbounded) {
        setMaxRequestCount(maxConcurrentRequests);
        setMaxSuspendedRequestCount(WAITING_PER_RUNNING * maxConcurrentRequests);
        setMaxSuspend(LONGEST_WAIT);
        unbounded.forEach(this::excludePath);
    }

    /** Whose connection went while the body was awaited needs no answer; to work at one would be what an attacker wants. */
    @Override
    public boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        if (request.getConnectionMetaData().getConnection().getEndPoint().isOpen()) {
            return super.onConditionsMet(request, response, callback);
        }
        callback.failed(new EofException("the connection was closed while the body was awaited"));
        return true;
    }

    /** Like any other that is rejected: the wait was ours, not the sender's. */
    @Override
    protected void failSuspended(Request request, Response response, Callback callback, int status, Throwable failure) {
        reject(request, response, callback, status);
    }
}
