package dev.partnercatalog.console.pages;

import java.net.URI;

/** A webhook's URL without what only the partner should know: its path may be as secret as its query. */
final class ShownUrl {

    private ShownUrl() {}

    static String of(String url) {
        if (url.isEmpty()) {
            return "none";
        }
        try {
            URI parsed = URI.create(url);
            return parsed.getHost() == null
                    ? "invalid"
                    : parsed.getScheme() + "://" + parsed.getHost()
                            + (parsed.getPort() < 0 ? "" : ":" + parsed.getPort()) + "/…";
        } catch (IllegalArgumentException e) {
            return "invalid";
        }
    }
}
