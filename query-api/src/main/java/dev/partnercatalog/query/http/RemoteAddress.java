package dev.partnercatalog.query.http;

import io.javalin.http.Context;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** Where a request comes from, as far as it makes sense to count by it. */
public final class RemoteAddress {

    private static final int NETWORK_BYTES = 8;

    private RemoteAddress() {}

    /** The sender's address, or of IPv6 its network of 64 bits, any address of which one sender can take. */
    public static String of(Context context) {
        return network(context.req().getRemoteAddr());
    }

    static String network(String literal) {
        if (!literal.contains(":")) {
            return literal;
        }
        try {
            InetAddress address = InetAddress.getByName(literal);
            return address instanceof Inet6Address
                    ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
                    : address.getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(literal + " is no address", e);
        }
    }
}
