package dev.partnercatalog.http;

import io.javalin.http.Context;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A form with a file ({@code multipart/form-data}), whose parts are read as they arrive, so that it needs little memory. Not
 * thread-safe.
 */
public final class FormParts {

    /** The type of such a form. */
    public static final String TYPE = "multipart/form-data";

    private static final Logger LOG = LoggerFactory.getLogger(FormParts.class);

    private static final int BLOCK = 16 << 10;
    private static final int MOST_HEADER_BYTES = 4 << 10;
    private static final int MOST_PARTS = 20;
    private static final Pattern NAME = Pattern.compile("(?:;|^)\\s*name=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);
    private static final Pattern FILE = Pattern.compile("(?:;|^)\\s*filename=\"[^\"]", Pattern.CASE_INSENSITIVE);

    /**
     * A field of the form.
     *
     * @param file whether it is a file that was chosen
     * @param content to be read before the next part is
     */
    public record Part(String name, boolean file, InputStream content) {

        /** The content of a part that isn't a file; throws {@link HttpProblem} if it is longer. */
        public String text(int maxBytes) {
            try {
                byte[] bytes = content.readNBytes(maxBytes + 1);
                if (bytes.length > maxBytes) {
                    throw tooLarge(maxBytes);
                }
                return new String(bytes, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw incomplete();
            }
        }
    }

    /** What arrives next: a part's beginning, some of its content, or its end. */
    private record Arrived(Kind kind, ByteBuffer bytes, String disposition) {}

    private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private enum Kind {
        BEGIN,
        CONTENT,
        END
    }

    private final ServletInputStream in;
    private final int maxBytes;
    private final Duration most;
    private final long begun = System.nanoTime();
    private final Deque<Arrived> arrived = new ArrayDeque<>();
    private final MultiPart.Parser parser;
    private int read;
    private boolean complete;
    private boolean broken;
    private boolean failed;

    private FormParts(Context context, String boundary, int maxBytes, Duration most) throws IOException {
        this.in = context.req().getInputStream();
        this.maxBytes = maxBytes;
        this.most = most;
        this.parser = new MultiPart.Parser(boundary, new Arriving());
        parser.setPartHeadersMaxLength(MOST_HEADER_BYTES);
        parser.setMaxParts(MOST_PARTS);
    }

    /**
     * The form that a request contains.
     *
     * @param most how long it may take until all of it has been read, with what is done with its parts meanwhile
     * @throws HttpProblem 415 if it is not such a form, 413 if it is larger than {@code maxBytes}
     */
    public static FormParts of(Context context, int maxBytes, Duration most) {
        String type = RequestBody.contentType(context);
        String boundary = RequestBody.isMediaType(type, TYPE) ? MultiPart.extractBoundary(type) : null;
        if (boundary == null) {
            throw HttpProblem.of(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "This form is sent as " + TYPE + " only.",
                    "Send it from its page.");
        }
        if (context.req().getContentLengthLong() > maxBytes) {
            throw tooLarge(maxBytes);
        }
        try {
            return new FormParts(context, boundary, maxBytes, most);
        } catch (IOException e) {
            throw incomplete();
        }
    }

    /**
     * The next part; null at the end. What wasn't read of the part before is discarded.
     *
     * @throws HttpProblem if the form is malformed, too large, or takes too long
     */
    public @Nullable Part next() {
        for (Arrived next = take(); next != null; next = take()) {
            if (next.kind() == Kind.BEGIN) {
                Matcher name = NAME.matcher(next.disposition());
                return new Part(
                        name.find() ? name.group(1) : "",
                        FILE.matcher(next.disposition()).find(),
                        new PartContent());
            }
        }
        return null;
    }

    /** Discards what was not read, so that its sender reads the response. */
    public void discardRest() {
        while (take() != null) {
            // Each call discards some.
        }
    }

    /** Null at the end of the form, or after it was refused. */
    private @Nullable Arrived take() {
        while (arrived.isEmpty() && !complete && !broken) {
            // Whatever goes wrong, nothing more is read.
            broken = true;
            receive();
            broken = false;
        }
        return arrived.poll();
    }

    private void receive() {
        byte[] block;
        boolean last;
        if (System.nanoTime() - begun > most.toNanos()) {
            throw HttpProblem.of(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    "The form was not read within " + most.toSeconds() + " seconds.",
                    "Send a smaller one, or over a faster line.",
                    Map.of("Connection", "close"));
        }
        try {
            block = Turns.readSome(in, BLOCK);
            last = block.length == 0 && in.isFinished();
        } catch (IOException e) {
            throw incomplete();
        }
        read += block.length;
        if (read > maxBytes) {
            throw tooLarge(maxBytes);
        }
        parser.parse(Content.Chunk.from(ByteBuffer.wrap(block), last));
        if (failed || (last && !complete)) {
            throw HttpProblem.invalid("form", "not well-formed " + TYPE);
        }
    }

    /**
     * Drops what still arrives of a form that was refused. A browser sends the whole form before it shows the response, and shows
     * that the connection was reset if that fails.
     *
     * @param most for how long; what still arrives then isn't read
     */
    public static void drop(Context context, Duration most) {
        if (context.header("Expect") != null) {
            // It sends nothing before it is told to.
            return;
        }
        long begun = System.nanoTime();
        try {
            ServletInputStream in = context.req().getInputStream();
            while (!in.isFinished() && System.nanoTime() - begun < most.toNanos()) {
                Turns.readSome(in, BLOCK);
            }
        } catch (IOException e) {
            LOG.debug("the sender of a refused form has left", e);
        }
    }

    private static HttpProblem incomplete() {
        return HttpProblem.invalid("form", "it ended before it was complete, or arrived too slowly");
    }

    private static HttpProblem tooLarge(int maxBytes) {
        return HttpProblem.of(
                ErrorCode.PAYLOAD_TOO_LARGE,
                "The form, or a field of it, is larger than " + maxBytes + " bytes.",
                "Send a smaller one.",
                Map.of("Connection", "close"));
    }

    private final class Arriving implements MultiPart.Parser.Listener {

        private String disposition = "";

        @Override
        public void onPartBegin() {
            disposition = "";
        }

        @Override
        public void onPartHeader(String name, String value) {
            if (name.equalsIgnoreCase("Content-Disposition")) {
                disposition = value;
            }
        }

        @Override
        public void onPartHeaders() {
            arrived.add(new Arrived(Kind.BEGIN, NONE, disposition));
        }

        @Override
        public void onPartContent(Content.Chunk chunk) {
            // It belongs to a block that is read once, and stays as it is.
            arrived.add(new Arrived(Kind.CONTENT, chunk.getByteBuffer().slice(), ""));
        }

        @Override
        public void onPartEnd() {
            arrived.add(new Arrived(Kind.END, NONE, ""));
        }

        @Override
        public void onComplete() {
            complete = true;
        }

        @Override
        public void onFailure(Throwable failure) {
            failed = true;
        }
    }

    /** The content of the part that was returned last. */
    private final class PartContent extends InputStream {

        private ByteBuffer bytes = NONE;
        private boolean ended;

        @Override
        public int read() {
            return isAtEnd() ? -1 : bytes.get() & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (length == 0) {
                return 0;
            }
            if (isAtEnd()) {
                return -1;
            }
            int count = Math.min(length, bytes.remaining());
            bytes.get(into, offset, count);
            return count;
        }

        private boolean isAtEnd() {
            while (!ended && !bytes.hasRemaining()) {
                Arrived next = take();
                ended = next == null || next.kind() != Kind.CONTENT;
                bytes = next == null ? NONE : next.bytes();
            }
            return ended;
        }
    }
}
