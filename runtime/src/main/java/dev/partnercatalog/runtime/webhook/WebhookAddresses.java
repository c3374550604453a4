package dev.partnercatalog.runtime.webhook;

import dev.partnercatalog.schemas.event.WebhookTarget;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.util.InetAddressSet;

/**
 * The URLs, IP addresses and ports to which webhooks may be sent (D18): only what is reachable from the whole internet. A
 * partner's URL must never make this service contact the network it runs in, or probe ports that aren't for webhooks.
 * Immutable.
 */
public final class WebhookAddresses {

    /** IPv4 blocks that are not for the public internet (IANA's special-purpose registry), including cloud metadata. */
    private static final InetAddressSet SPECIAL_V4 = ranges(
            "0.0.0.0/8", // this network
            "10.0.0.0/8", // private
            "100.64.0.0/10", // carrier-grade NAT
            "127.0.0.0/8", // loopback
            "169.254.0.0/16", // link-local and metadata services
            "172.16.0.0/12", // private
            "192.0.0.0/24", // protocol assignments
            "192.0.2.0/24", // documentation
            "192.31.196.0/24", // AS112, answered by the nearest machine
            "192.52.193.0/24", // multicast relays
            "192.88.99.0/24", // 6to4 relays
            "192.168.0.0/16", // private
            "192.175.48.0/24", // AS112
            "198.18.0.0/15", // benchmarks
            "198.51.100.0/24", // documentation
            "203.0.113.0/24", // documentation
            "224.0.0.0/4", // multicast
            "240.0.0.0/4", // reserved and broadcast
            // Ordinary addresses there, but used by clouds for services to the machines inside them.
            "168.63.129.16/32", // Azure's platform
            "161.26.0.0/16", // IBM Cloud's platform
            "166.8.0.0/14"); // IBM Cloud's private service endpoints

    /** The only block of IPv6 allocated to the public internet; everything outside it is refused. */
    private static final InetAddressSet GLOBAL_UNICAST_V6 = ranges("2000::/3");

    /** Blocks within it that are not public, or that embed an IPv4 address that would have to be checked instead. */
    private static final InetAddressSet SPECIAL_V6 = ranges(
            "2001::/23", // protocol assignments, Teredo among them
            "2001:db8::/32", // documentation
            "2002::/16", // 6to4
            "2620:4f:8000::/48", // AS112
            "3fff::/20"); // documentation

    private static final InetAddressSet NEVER = ranges("0.0.0.0/32", "255.255.255.255/32", "224.0.0.0/4");

    /**
     * Prefixes of addresses that a router translates to the IPv4 address in them (NAT64, RFC 6052), with the bytes of
     * that address: for the prefix of RFC 8215, the network decides where they are.
     */
    private static final Map<InetAddressSet, List<int[]>> NAT64 = Map.of(
            ranges("64:ff9b::/96"),
            List.of(new int[] {12, 13, 14, 15}),
            ranges("64:ff9b:1::/48"),
            List.of(new int[] {6, 7, 9, 10}, new int[] {7, 9, 10, 11}, new int[] {9, 10, 11, 12}, new int[] {
                12, 13, 14, 15
            }));

    /** Where the bytes of an interface id show that an IPv4 address follows (ISATAP, RFC 5214). */
    private static final int INTERFACE_ID = 8;

    private static final int LAST_PORT = 65535;
    private static final SortedSet<Integer> DEFAULT_PORTS = new TreeSet<>(Set.of(443, 8443));

    private final boolean allowPrivate;
    private final SortedSet<Integer> ports;

    /** Like the other constructor, with the default ports. */
    public WebhookAddresses(boolean allowPrivate) {
        this(allowPrivate, Set.of());
    }

    /**
     * @param allowPrivate whether the operator allows private and loopback addresses, as on a test machine
     * @param ports the ports to which webhooks may be sent; if empty, the default: 443 and 8443, or every port if
     *     private addresses are allowed
     * @throws IllegalArgumentException if a port is out of range
     */
    public WebhookAddresses(boolean allowPrivate, Set<Integer> ports) {
        for (int port : ports) {
            if (port < 1 || port > LAST_PORT) {
                throw new IllegalArgumentException(
                        "webhook port " + port + " is out of range: expected 1 to " + LAST_PORT);
            }
        }
        this.allowPrivate = allowPrivate;
        this.ports = ports.isEmpty() && !allowPrivate ? DEFAULT_PORTS : new TreeSet<>(ports);
    }

    /** Whether a connection may be made to the port. */
    public boolean allowsPort(int port) {
        return ports.isEmpty() || ports.contains(port);
    }

    /** The ports to which webhooks may be sent; empty if all are allowed. */
    public SortedSet<Integer> ports() {
        return Collections.unmodifiableSortedSet(ports);
    }

    public boolean allowsPrivate() {
        return allowPrivate;
    }

    /**
     * What is wrong with the URL, as a predicate whose subject is the URL; empty if it may be used. Only the text is
     * checked: names must still be resolved, and their addresses checked, when a connection is made.
     */
    public Optional<String> problem(String url) {
        WebhookTarget target;
        try {
            target = WebhookTarget.parse(url);
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        if (!target.https() && !allowPrivate) {
            return Optional.of("must begin with https://");
        }
        if (!allowsPort(target.port())) {
            return Optional.of("uses port " + target.port() + ", but webhooks may only be sent to these ports: "
                    + ports.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
        return target.isAddress() ? literal(target.host()) : name(target.host());
    }

    private Optional<String> name(String host) {
        // A dot at the end only says that the name is complete.
        String name = host.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
        boolean local = name.equals("localhost") || name.endsWith(".localhost");
        return local && !allowPrivate
                ? Optional.of("has the host localhost, to which webhooks may not be sent")
                : Optional.empty();
    }

    private Optional<String> literal(String text) {
        try {
            return problem(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the form of an address has been checked", e);
        }
    }

    /**
     * Why webhooks may not be sent to a host with these addresses, as a predicate whose subject is the host; empty if
     * they may. Each must be allowed: nobody can say which one a connection will be made to.
     */
    public Optional<String> problem(InetAddress... ofHost) {
        return forbidden(ofHost)
                .map(address -> "has the address " + address.getHostAddress() + ", to which webhooks may not be sent");
    }

    private Optional<InetAddress> forbidden(InetAddress... ofHost) {
        return Stream.of(ofHost).filter(address -> !allows(address)).findFirst();
    }

    /**
     * Whether a connection may be made to the address. An IPv6 address that stands for an IPv4 address (IPv4-mapped or
     * NAT64) is treated as that.
     */
    public boolean allows(InetAddress address) {
        for (Map.Entry<InetAddressSet, List<int[]>> translated : NAT64.entrySet()) {
            if (translated.getKey().test(address)) {
                return allowsAllIn(address.getAddress(), translated.getValue());
            }
        }
        // Java itself turns ::ffff:a.b.c.d into an Inet4Address, so mapped addresses can't bypass this check.
        if (allowPrivate) {
            return !address.isAnyLocalAddress() && !address.isMulticastAddress() && !NEVER.test(address);
        }
        if (address instanceof Inet4Address) {
            return !SPECIAL_V4.test(address);
        }
        return GLOBAL_UNICAST_V6.test(address) && !SPECIAL_V6.test(address) && !isTunnel(address);
    }

    /** Where the bytes may be in several places, those that make no address of a host (0.0.0.0/8) aren't meant. */
    private boolean allowsAllIn(byte[] address, List<int[]> places) {
        List<InetAddress> read = places.stream()
                .map(index -> ipv4(address, index))
                .filter(found -> found.getAddress()[0] != 0)
                .toList();
        return !read.isEmpty() && read.stream().allMatch(this::allows);
    }

    private static InetAddress ipv4(byte[] address, int[] index) {
        byte[] bytes = new byte[index.length];
        for (int i = 0; i < index.length; i++) {
            bytes[i] = address[index[i]];
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are always an address", e);
        }
    }

    /** A router that supports ISATAP would forward it to the IPv4 address at its end, which may be private. */
    private static boolean isTunnel(InetAddress address) {
        int id = ByteBuffer.wrap(address.getAddress()).getInt(INTERFACE_ID);
        return id == 0x0000_5efe || id == 0x0200_5efe;
    }

    /** A name has an address to which webhooks may not be sent. */
    public static final class ForbiddenException extends UnknownHostException {

        private static final long serialVersionUID = 1;

        private final String address;

        ForbiddenException(String address) {
            super("webhooks may not be sent to " + address);
            this.address = address;
        }

        /** The address in digits. */
        public String address() {
            return address;
        }
    }

    /**
     * Resolves a name once, or parses an IP literal; throws {@link ForbiddenException} if it has an address that isn't
     * allowed. Callers must use exactly these addresses, because resolving again could return others.
     */
    public List<InetAddress> resolve(String host) throws UnknownHostException {
        InetAddress[] found = InetAddress.getAllByName(host);
        Optional<InetAddress> forbidden = forbidden(found);
        if (forbidden.isPresent()) {
            throw new ForbiddenException(forbidden.get().getHostAddress());
        }
        return List.of(found);
    }

    private static InetAddressSet ranges(String... cidrs) {
        InetAddressSet ranges = new InetAddressSet();
        ranges.addAll(List.of(cidrs));
        return ranges;
    }
}
