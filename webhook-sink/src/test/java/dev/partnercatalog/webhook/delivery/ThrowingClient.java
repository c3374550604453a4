package dev.partnercatalog.webhook.delivery;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/** Changes an HTTP client so that it throws what a test wants where the test wants it. */
final class ThrowingClient {

    private final Set<String> thrownAt = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String place;
    private volatile Supplier<Throwable> fault = AssertionError::new;

    /** @param next null: nothing throws any more */
    void throwAt(@Nullable String next, Supplier<Throwable> what) {
        fault = what;
        place = next;
    }

    boolean hasThrownAt(String name) {
        return thrownAt.contains(name);
    }

    void reach(String name) {
        if (name.equals(place)) {
            thrownAt.add(name);
            Throwable thrown = fault.get();
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    OkHttpClient change(OkHttpClient client) {
        OkHttpClient.Builder changed = client.newBuilder();
        changed.interceptors().add(0, passing("application"));
        changed.networkInterceptors().add(passing("network"));
        changed.networkInterceptors().add(0, this::throwingBody);
        return changed.dns(host -> {
                    reach("dns");
                    return client.dns().lookup(host);
                })
                .socketFactory(new PromptSockets(this::socket))
                .eventListenerFactory(call -> {
                    reach("listener");
                    return client.eventListenerFactory().create(call).plus(new Announcing());
                })
                .build();
    }

    private Interceptor passing(String name) {
        return chain -> {
            reach(name + "Before");
            Response response = chain.proceed(chain.request());
            reach(name + "After");
            return response;
        };
    }

    private Response throwingBody(Interceptor.Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        ResponseBody body = response.body();
        ForwardingSource source = new ForwardingSource(body.source()) {
            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
                reach("bodyRead");
                return super.read(sink, byteCount);
            }

            @Override
            public void close() throws IOException {
                super.close();
                reach("bodyClose");
            }
        };
        return response.newBuilder()
                .body(ResponseBody.create(Okio.buffer(source), body.contentType(), body.contentLength()))
                .build();
    }

    private Socket socket() {
        reach("socketFactory");
        return new Socket() {
            @Override
            public void connect(SocketAddress endpoint, int timeout) throws IOException {
                reach("socketConnect");
                super.connect(endpoint, timeout);
            }

            @Override
            public InputStream getInputStream() throws IOException {
                reach("socketInput");
                return super.getInputStream();
            }

            @Override
            public synchronized void setSoTimeout(int timeout) throws SocketException {
                reach("socketOption");
                super.setSoTimeout(timeout);
            }
        };
    }

    /** Announces those events of a call by the names of its methods that {@link HttpAttempt} listens to. */
    private final class Announcing extends EventListener {

        @Override
        public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
            reach("connectStart");
        }

        @Override
        public void requestHeadersStart(Call call) {
            reach("requestHeadersStart");
        }

        @Override
        public void responseHeadersEnd(Call call, Response response) {
            reach("responseHeadersEnd");
        }
    }
}
