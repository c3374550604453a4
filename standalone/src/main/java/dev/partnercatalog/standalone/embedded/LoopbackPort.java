package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.cli.output.OperatorFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Checks ports of the loopback address before something is started on them. */
public final class LoopbackPort {
    private LoopbackPort() {}

    /** Whether nothing listens on the port; always true for port 0, which stands for any free one. */
    public static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** That a port can't be used: which, for what, and what to do. */
    static OperatorFault unavailable(int port, String purpose) {
        return new OperatorFault(
                "port %d for %s is not free on 127.0.0.1: stop what uses it, or choose another one (0 chooses a free one)"
                        .formatted(port, purpose));
    }
}
