package dev.partnercatalog.runtime.address;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A range of IP addresses in CIDR notation. */
record IpBlock(InetAddress network, int prefixBits) {

    /** @param cidr such as {@code 10.0.0.0/8} or {@code fc00::/7}; never a host name */
    static IpBlock of(String cidr) {
        int slash = cidr.indexOf('/');
        try {
            return new IpBlock(
                    InetAddress.getByName(cidr.substring(0, slash)), Integer.parseInt(cidr.substring(slash + 1)));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(cidr + " is not an address range", e);
        }
    }

    boolean contains(InetAddress address) {
        byte[] mine = network.getAddress();
        byte[] theirs = address.getAddress();
        if (mine.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < prefixBits; bit += Byte.SIZE) {
            int mask = 0xff << Math.max(0, Byte.SIZE - (prefixBits - bit));
            if (((mine[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask & 0xff) != 0) {
                return false;
            }
        }
        return true;
    }
}
