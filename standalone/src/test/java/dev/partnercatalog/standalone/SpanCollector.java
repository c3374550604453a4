package dev.partnercatalog.standalone;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A collector that keeps what it receives by OTLP over HTTP. */
final class SpanCollector implements AutoCloseable {

    /**
     * A span as it arrived.
     *
     * @param service its resource's {@code service.name}
     * @param parentId empty if there is none
     * @param links ids of the spans that it links to
     */
    record Received(
            String service,
            String name,
            Span.SpanKind kind,
            String traceId,
            String spanId,
            String parentId,
            List<String> links,
            Map<String, String> attributes) {}

    private final List<Received> spans = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    SpanCollector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v1/traces", exchange -> {
            try (exchange) {
                take(ExportTraceServiceRequest.parseFrom(
                        exchange.getRequestBody().readAllBytes()));
                exchange.sendResponseHeaders(200, -1);
            }
        });
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Received> spans() {
        return List.copyOf(spans);
    }

    private void take(ExportTraceServiceRequest request) {
        request.getResourceSpansList().forEach(resource -> {
            String service =
                    attributes(resource.getResource().getAttributesList()).get("service.name");
            resource.getScopeSpansList()
                    .forEach(scope -> scope.getSpansList()
                            .forEach(span -> spans.add(new Received(
                                    String.valueOf(service),
                                    span.getName(),
                                    span.getKind(),
                                    hex(span.getTraceId().toByteArray()),
                                    hex(span.getSpanId().toByteArray()),
                                    hex(span.getParentSpanId().toByteArray()),
                                    span.getLinksList().stream()
                                            .map(link -> hex(link.getSpanId().toByteArray()))
                                            .toList(),
                                    attributes(span.getAttributesList())))));
        });
    }

    private static Map<String, String> attributes(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey,
                        attribute -> attribute.getValue().hasIntValue()
                                ? String.valueOf(attribute.getValue().getIntValue())
                                : attribute.getValue().getStringValue()));
    }

    private static String hex(byte[] id) {
        return HexFormat.of().formatHex(id);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
