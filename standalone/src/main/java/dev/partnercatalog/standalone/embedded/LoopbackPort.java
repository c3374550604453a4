package dev.partnercatalog.standalone.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Checks ports of the loopback address before something is started on them. */
public final class LoopbackPort {
    private LoopbackPort() {}

    /** Whether nothing listens on the port; always true for port 0, which means any free one. */
    public static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
