import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A partner's endpoint for {@code deploy/docker/check}: prints the body of each message whose signature
 * is good, refuses the others. Arguments: address to listen on ({@code host:port}, or a port for every address), webhook
 * secret.
 */
public final class Receiver {

    public static void main(String[] arguments) throws IOException {
        byte[] secret = Base64.getDecoder().decode(arguments[1].substring("whsec_".length()));
        HttpServer server = HttpServer.create(address(arguments[0]), 0);
        server.createContext("/", exchange -> receive(exchange, secret));
        server.start();
    }

    private static InetSocketAddress address(String argument) {
        int colon = argument.lastIndexOf(':');
        int port = Integer.parseInt(argument.substring(colon + 1));
        return colon < 0 ? new InetSocketAddress(port) : new InetSocketAddress(argument.substring(0, colon), port);
    }

    private static void receive(HttpExchange exchange, byte[] secret) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String signed = header(exchange, "webhook-id") + "." + header(exchange, "webhook-timestamp") + "." + body;
        boolean good = header(exchange, "webhook-signature").equals("v1," + sign(secret, signed));
        if (good) {
            System.out.println(body);
        }
        exchange.sendResponseHeaders(good ? 204 : 401, -1);
        exchange.close();
    }

    private static String header(HttpExchange exchange, String name) {
        return String.valueOf(exchange.getRequestHeaders().getFirst(name));
    }

    private static String sign(byte[] secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
