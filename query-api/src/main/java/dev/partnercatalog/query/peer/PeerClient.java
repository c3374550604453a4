package dev.partnercatalog.query.peer;

import dev.partnercatalog.records.PeerAnswer;
import dev.partnercatalog.records.PeerQuery;
import dev.partnercatalog.runtime.socket.PromptSockets;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Asks other instances, over HTTP/1.1: an answer of fifty kilobytes over HTTP/2 took these libraries twice the
 * processor's time. Connections are kept. Thread-safe.
 */
final class PeerClient implements AutoCloseable {

    private static final MediaType AVRO = MediaType.get("application/octet-stream");

    /** A machine that is gone doesn't even refuse; there is mostly another one to ask. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);

    private static final int MOST_AT_ONCE = 1024;

    /** To all instances together. */
    private static final int MOST_IDLE = 256;

    /** Less than the other side does: a request isn't sent just as the connection is closed. */
    private static final Duration KEPT = PeerServer.IDLE_TIMEOUT.dividedBy(2);

    private final SingleObjectSerde<PeerQuery> queries = new SingleObjectSerde<>(PeerQuery.class);
    private final SingleObjectSerde<PeerAnswer> answers = new SingleObjectSerde<>(PeerAnswer.class);
    private final PeerSignature signature;
    private final OkHttpClient http;

    /** @param timeout of one request, everything included */
    PeerClient(PeerSignature signature, Duration timeout) {
        this.signature = signature;
        this.http = new OkHttpClient.Builder()
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectionPool(new ConnectionPool(MOST_IDLE, KEPT.toSeconds(), TimeUnit.SECONDS))
                .socketFactory(new PromptSockets(Socket::new))
                .connectTimeout(CONNECT_TIMEOUT)
                .callTimeout(timeout)
                .followRedirects(false)
                .build();
        http.dispatcher().setMaxRequests(MOST_AT_ONCE);
        http.dispatcher().setMaxRequestsPerHost(MOST_AT_ONCE);
    }

    /** Sends a query; the answer is to be closed. */
    PendingAnswer ask(HostInfo host, PeerQuery query) {
        byte[] body = queries.encode(query);
        Request request = new Request.Builder()
                .url(new HttpUrl.Builder()
                        .scheme("http")
                        .host(host.host())
                        .port(host.port())
                        .encodedPath(PeerServer.RECORDS_PATH)
                        .build())
                .header(PeerSignature.HEADER, signature.of(body))
                .post(RequestBody.create(body, AVRO))
                .build();
        return PendingAnswer.to(http.newCall(request), response -> read(host, query.getTable(), response));
    }

    private PeerAnswer read(HostInfo host, String table, Response response) throws IOException {
        if (response.code() == 404) {
            throw new OtherVersionException("instance " + host + " is of another version, which keeps no " + table);
        }
        if (response.code() != 200) {
            throw new IOException("instance " + host + " answered " + response.code());
        }
        return answers.decode(response.body().bytes());
    }

    @Override
    public void close() {
        http.dispatcher().cancelAll();
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
    }
}
