package dev.partnercatalog.webhook.delivery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.List;
import java.util.function.Consumer;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Handshake;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Announces each event of a call by the name of its method. */
final class ThrowingListener extends EventListener {

    private final Consumer<String> reached;

    ThrowingListener(Consumer<String> reached) {
        this.reached = reached;
    }

    @Override
    public void callStart(Call call) {
        reached.accept("callStart");
    }

    @Override
    public void dnsStart(Call call, String domainName) {
        reached.accept("dnsStart");
    }

    @Override
    public void dnsEnd(Call call, String domainName, List<InetAddress> addresses) {
        reached.accept("dnsEnd");
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        reached.accept("connectStart");
    }

    @Override
    public void secureConnectStart(Call call) {
        reached.accept("secureConnectStart");
    }

    @Override
    public void secureConnectEnd(Call call, @Nullable Handshake handshake) {
        reached.accept("secureConnectEnd");
    }

    @Override
    public void connectEnd(Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
        reached.accept("connectEnd");
    }

    @Override
    public void connectFailed(
            Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol, IOException e) {
        reached.accept("connectFailed");
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        reached.accept("connectionAcquired");
    }

    @Override
    public void connectionReleased(Call call, Connection connection) {
        reached.accept("connectionReleased");
    }

    @Override
    public void requestHeadersStart(Call call) {
        reached.accept("requestHeadersStart");
    }

    @Override
    public void requestHeadersEnd(Call call, Request request) {
        reached.accept("requestHeadersEnd");
    }

    @Override
    public void requestBodyStart(Call call) {
        reached.accept("requestBodyStart");
    }

    @Override
    public void requestBodyEnd(Call call, long byteCount) {
        reached.accept("requestBodyEnd");
    }

    @Override
    public void requestFailed(Call call, IOException e) {
        reached.accept("requestFailed");
    }

    @Override
    public void responseHeadersStart(Call call) {
        reached.accept("responseHeadersStart");
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
        reached.accept("responseHeadersEnd");
    }

    @Override
    public void responseBodyStart(Call call) {
        reached.accept("responseBodyStart");
    }

    @Override
    public void responseBodyEnd(Call call, long byteCount) {
        reached.accept("responseBodyEnd");
    }

    @Override
    public void responseFailed(Call call, IOException e) {
        reached.accept("responseFailed");
    }

    @Override
    public void callEnd(Call call) {
        reached.accept("callEnd");
    }

    @Override
    public void callFailed(Call call, IOException e) {
        reached.accept("callFailed");
    }

    @Override
    public void canceled(Call call) {
        reached.accept("canceled");
    }
}
