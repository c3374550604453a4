package dev.partnercatalog.runtime.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What anyone who can reach a port can do to it without knowing anything, and what must hold in the meantime: a
 * complete request is answered in time.
 */
public final class ServerUnderAttack {

    /** The beginning of a connection that never becomes a request. */
    public enum Beginning {
        NOTHING(""),
        ONE_BYTE("G"),
        HALF_A_HEAD("GET %s HTTP/1.1\r\nHost: localhost\r\nX: "),
        HALF_A_BODY("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: 1000\r\n\r\nx"),
        HALF_A_CHUNK("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n100\r\nx");

        private final String bytes;

        Beginning(String bytes) {
            this.bytes = bytes;
        }
    }

    /** A lock of the classes that attack: two attacks at once would show only how much one machine can do. */
    public static final String ONE_ATTACK = "one attack";

    private static final int MORE_THAN_ANY_LIMIT = 1_500;
    /**
     * The number of connections opened per second: more would only measure whether the machine has a processor to
     * spare.
     */
    private static final int RATE = 1_000;

    private static final Duration FLOOD = Duration.ofSeconds(3);

    /** A starved server never answers; a busy machine may take a while. */
    private static final Duration ANSWERED_WITHIN = Duration.ofMinutes(1);

    private static final Duration AT_ONCE = Duration.ofSeconds(5);
    private static final String HOST = "Host: localhost\r\n";

    private final URI server;
    private final String attacked;
    private final String probed;

    /**
     * An attack on a server whose limit on connections is less than 1,500.
     *
     * @param attacked a path that attackers request
     * @param probed a path that is answered with 200
     */
    public ServerUnderAttack(URI server, String attacked, String probed) {
        this.server = server;
        this.attacked = attacked;
        this.probed = probed;
    }

    /**
     * A thousand connections a second are opened from another address and kept; each probe in the meantime must be
     * answered in time.
     */
    public void assertAnswersDuringFloodOf(Beginning beginning) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger opened = new AtomicInteger();
        ExecutorService attackers = Executors.newSingleThreadExecutor();
        try {
            Future<?> attack = attackers.submit(() -> flood(beginning, over, opened));
            long end = System.nanoTime() + FLOOD.toNanos();
            long slowest = 0;
            int probes = 0;
            while (System.nanoTime() < end || opened.get() < MORE_THAN_ANY_LIMIT) {
                slowest = Math.max(slowest, probe());
                probes++;
            }
            System.out.println(server + ", " + beginning + ": " + opened + " connections opened, " + probes
                    + " probes answered, the slowest after " + TimeUnit.NANOSECONDS.toMillis(slowest) + " ms");
            over.set(true);
            attack.get(1, TimeUnit.MINUTES);
        } finally {
            over.set(true);
            attackers.shutdown();
        }
    }

    private @Nullable Void flood(Beginning beginning, AtomicBoolean over, AtomicInteger opened) throws IOException {
        Deque<SocketChannel> mine = new ArrayDeque<>();
        try {
            long start = System.nanoTime();
            while (!over.get()) {
                mine.add(open(beginning, InetAddress.getByName("127.0.0.2")));
                long due = start + opened.incrementAndGet() * TimeUnit.SECONDS.toNanos(1) / RATE;
                LockSupport.parkNanos(due - System.nanoTime());
                if (mine.size() > MORE_THAN_ANY_LIMIT) {
                    mine.remove().close();
                }
            }
        } finally {
            for (SocketChannel channel : mine) {
                channel.close();
            }
        }
        return null;
    }

    private SocketChannel open(Beginning beginning, InetAddress from) throws IOException {
        SocketChannel channel = SocketChannel.open().bind(new InetSocketAddress(from, 0));
        try {
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()));
            channel.configureBlocking(false);
            channel.write(ByteBuffer.wrap(beginning.bytes.formatted(attacked).getBytes(US_ASCII)));
        } catch (SocketException e) {
            // Already closed by the server.
            channel.close();
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).matches("Broken pipe|Connection reset.*")) {
                throw e;
            }
            channel.close();
        }
        return channel;
    }

    /** Sends a request on its own connection; returns how long the response took, in nanoseconds. */
    private long probe() throws IOException {
        long start = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.setSoTimeout((int) ANSWERED_WITHIN.toMillis());
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()), (int)
                    ANSWERED_WITHIN.toMillis());
            socket.getOutputStream()
                    .write(("GET " + probed + " HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n").getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
        long took = System.nanoTime() - start;
        assertThat(Duration.ofNanos(took)).isLessThan(ANSWERED_WITHIN);
        return took;
    }

    /** Bytes that one reader takes for one request and another for two, or for a different one. */
    public static Stream<String> ambiguousRequests() {
        String get = "GET / HTTP/1.1\r\n" + HOST;
        String post = "POST / HTTP/1.1\r\n" + HOST;
        return Stream.of(
                "GET / HTTP/1.1\nHost: localhost\n\n",
                "GET / HTTP/1.1\nHost: localhost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\n\r\n",
                get + "X: y\nZ: w\r\n\r\n",
                get + "\n",
                get + "X: y\rZ: w\r\n\r\n",
                get + "X: y\r\n folded\r\n\r\n",
                get + "X : y\r\n\r\n",
                get + " X: y\r\n\r\n",
                get + "no colon\r\n\r\n",
                get + "X: a\u0000b\r\n\r\n",
                get + "Host: other.example\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET /\r\n\r\n",
                post + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
                post + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                post + "Content-Length: 3, 3\r\n\r\nabc",
                post + "Content-Length: +3\r\n\r\nabc",
                post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                post + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
                post + "Transfer-Encoding: identity\r\n\r\nabc",
                post + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n");
    }

    /** The request is answered with 400, and what follows on the same connection isn't taken for another request. */
    public void assertRefused(String request) throws IOException {
        try (Socket socket = connect()) {
            String path = request.replaceFirst(" /", " " + attacked);
            socket.getOutputStream()
                    .write((path + "GET " + probed + " HTTP/1.1\r\n" + HOST + "\r\n").getBytes(US_ASCII));
            String all = readToEnd(socket);
            assertThat(all).startsWith("HTTP/1.1 400 ").doesNotContain("HTTP/1.1 200");
        }
    }

    /**
     * A body that is refused based on the headers alone is answered at once, and the connection is closed soon, however
     * slowly and for however long the body is sent.
     *
     * @param head request line and headers of a large body, without the empty line
     */
    public void assertRefusedUnread(int status, String head) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write((head + "\r\nx").getBytes(US_ASCII));
            socket.setSoTimeout((int) AT_ONCE.toMillis());
            assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII))
                    .isEqualTo("HTTP/1.1 " + status);
            long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
            boolean open = true;
            while (open) {
                assertThat(System.nanoTime()).as("the connection is closed").isLessThan(end);
                open = sendMore(socket);
            }
        }
    }

    /** Sends a byte after a moment; false if the server has closed the connection completely. */
    private static boolean sendMore(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        try {
            // The rest of the response and its end arrive before the connection is also closed for our bytes.
            while (socket.getInputStream().read() >= 0) {
                assertThat(socket.isConnected()).isTrue();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (SocketTimeoutException e) {
            assertThat(socket.isConnected()).isTrue();
        } catch (SocketException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        try {
            socket.getOutputStream().write('x');
            return true;
        } catch (SocketException e) {
            return false;
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static String readToEnd(Socket socket) throws IOException {
        StringBuilder all = new StringBuilder();
        try {
            for (int c = socket.getInputStream().read();
                    c >= 0;
                    c = socket.getInputStream().read()) {
                all.append((char) c);
            }
        } catch (SocketException e) {
            // Reset after the response, because we had sent more.
            assertThat(all).isNotEmpty();
        }
        return all.toString();
    }
}
