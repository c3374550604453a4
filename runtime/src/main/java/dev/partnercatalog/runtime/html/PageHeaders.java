package dev.partnercatalog.runtime.html;

import java.util.HashMap;
import java.util.Map;

/**
 * The headers of every response with a page. Nothing is loaded from another host, nothing is inline, nobody may frame or store
 * it; only the address itself sees the origin of a form.
 */
public final class PageHeaders {

    private static final String POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self';"
            + " base-uri 'none'; frame-ancestors 'none'";

    /** For pages that run no script. */
    public static final Map<String, String> WITHOUT_SCRIPT = of(POLICY);

    /** For pages whose script comes from their own address, and may call it. */
    public static final Map<String, String> WITH_SCRIPT = of(POLICY + "; script-src 'self'; connect-src 'self'");

    private PageHeaders() {}

    private static Map<String, String> of(String policy) {
        Map<String, String> headers = new HashMap<>(Map.of(
                "X-Frame-Options",
                "DENY",
                "X-Content-Type-Options",
                "nosniff",
                "Referrer-Policy",
                "same-origin",
                "Cross-Origin-Opener-Policy",
                "same-origin",
                "Cross-Origin-Resource-Policy",
                "same-origin",
                "Permissions-Policy",
                "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
                "Cache-Control",
                "no-store"));
        headers.put("Content-Security-Policy", policy);
        return Map.copyOf(headers);
    }
}
