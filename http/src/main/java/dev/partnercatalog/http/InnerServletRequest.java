package dev.partnercatalog.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An {@link InnerRequest} as operations see it. Of the page's request, they see the address of the sender and the id. */
final class InnerServletRequest extends HttpServletRequestWrapper {

    private final InnerRequest inner;
    private final byte[] body;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Map<String, Object> attributes = new HashMap<>();

    InnerServletRequest(HttpServletRequest page, InnerRequest inner) {
        super(page);
        this.inner = inner;
        this.body = inner.bytes();
        headers.putAll(inner.headers());
        attributes.putAll(inner.attributes());
    }

    @Override
    public String getMethod() {
        return inner.method();
    }

    @Override
    public String getRequestURI() {
        return inner.path();
    }

    @Override
    public String getPathInfo() {
        return inner.path();
    }

    @Override
    public @Nullable String getQueryString() {
        return inner.query().isEmpty() ? null : inner.query();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return headers.get(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        String value = headers.get(name);
        return Collections.enumeration(value == null ? List.of() : List.of(value));
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(headers.keySet());
    }

    @Override
    public @Nullable String getContentType() {
        return headers.get("Content-Type");
    }

    @Override
    public int getContentLength() {
        return body.length;
    }

    @Override
    public long getContentLengthLong() {
        return body.length;
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(new StringReader(inner.body()));
    }

    @Override
    public ServletInputStream getInputStream() {
        ByteArrayInputStream bytes = new ByteArrayInputStream(body);
        return new ServletInputStream() {
            @Override
            public int read() {
                return bytes.read();
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                return bytes.read(buffer, offset, length);
            }

            @Override
            public int available() {
                return bytes.available();
            }

            @Override
            public boolean isFinished() {
                return bytes.available() == 0;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            /** Only an asynchronous request may set one, and {@link #startAsync} refuses those. */
            @Override
            public void setReadListener(ReadListener listener) {
                throw new UnsupportedOperationException("the body is all there");
            }
        };
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(attributes.keySet());
    }

    @Override
    public void setAttribute(String name, Object value) {
        attributes.put(name, value);
    }

    @Override
    public void removeAttribute(String name) {
        attributes.remove(name);
    }

    @Override
    public boolean isAsyncSupported() {
        return false;
    }

    @Override
    public AsyncContext startAsync() {
        throw cannotWait();
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return startAsync();
    }

    static HttpProblem cannotWait() {
        return HttpProblem.unavailable("The operation would have to wait, which a page can't.");
    }
}
