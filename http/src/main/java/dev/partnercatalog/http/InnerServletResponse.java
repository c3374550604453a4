package dev.partnercatalog.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects the response to an {@link InnerRequest}; nothing of it reaches the page's own response. */
final class InnerServletResponse extends HttpServletResponseWrapper {

    /** More than the largest response that a page asks for. */
    private static final int MOST_BYTES = 16 << 20;

    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final ServletOutputStream stream = new Collected();
    private int status = SC_OK;
    private boolean cut;

    InnerServletResponse(HttpServletResponse page) {
        super(page);
    }

    InnerResponse received() {
        Map<String, String> lower = new TreeMap<>();
        headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        return new InnerResponse(status, lower, body.toString(StandardCharsets.UTF_8), cut);
    }

    private final class Collected extends ServletOutputStream {

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int room = Math.min(length, MOST_BYTES - body.size());
            body.write(bytes, offset, room);
            cut |= room < length;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        /** Only an asynchronous request may set one, and {@link InnerServletRequest#startAsync} refuses those. */
        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException("everything is taken at once");
        }
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return stream;
    }

    @Override
    public PrintWriter getWriter() {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    @Override
    public void setStatus(int value) {
        status = value;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void sendError(int value) {
        status = value;
    }

    @Override
    public void sendError(int value, String message) {
        status = value;
    }

    @Override
    public void sendRedirect(String location) {
        status = SC_FOUND;
        setHeader("Location", location);
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (value == null) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        headers.merge(name, value, (before, more) -> before + ", " + more);
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    /** The operation may ask for what all responses of the address have, such as the request's id. */
    @Override
    public @Nullable String getHeader(String name) {
        String own = headers.get(name);
        return own == null ? super.getHeader(name) : own;
    }

    @Override
    public Collection<String> getHeaders(String name) {
        String own = headers.get(name);
        return own == null ? super.getHeaders(name) : List.of(own);
    }

    @Override
    public boolean containsHeader(String name) {
        return headers.containsKey(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return headers.keySet();
    }

    /** Operations of the API identify callers by tokens. A cookie would be lost here, which must not go unnoticed. */
    @Override
    public void addCookie(Cookie cookie) {
        throw new UnsupportedOperationException("operations set no cookies");
    }

    @Override
    public void setContentType(@Nullable String type) {
        setHeader("Content-Type", type);
    }

    @Override
    public @Nullable String getContentType() {
        return headers.get("Content-Type");
    }

    @Override
    public void setCharacterEncoding(String encoding) {
        // Always UTF-8, and the type says so if it can.
    }

    @Override
    public void setContentLength(int length) {
        setIntHeader("Content-Length", length);
    }

    @Override
    public void setContentLengthLong(long length) {
        setHeader("Content-Length", Long.toString(length));
    }

    @Override
    public void resetBuffer() {
        body.reset();
        cut = false;
    }

    @Override
    public void reset() {
        resetBuffer();
        headers.clear();
        status = SC_OK;
    }

    @Override
    public void flushBuffer() {
        // Nobody receives it before it is complete.
    }

    @Override
    public boolean isCommitted() {
        return false;
    }
}
