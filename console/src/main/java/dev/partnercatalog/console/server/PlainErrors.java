package dev.partnercatalog.console.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers what goes wrong before a request reaches our own code, such as a request that is no HTTP, in one line. */
final class PlainErrors implements Request.Handler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Answers.HEADERS.forEach(response.getHeaders()::put);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
        String line = response.getStatus() + " " + HttpStatus.getMessage(response.getStatus()) + "\n";
        response.write(true, ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }
}
