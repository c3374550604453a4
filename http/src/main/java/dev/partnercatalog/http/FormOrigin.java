package dev.partnercatalog.http;

import org.jspecify.annotations.Nullable;

/** Whether a form was sent by a page of the address that receives it. */
public final class FormOrigin {

    private FormOrigin() {}

    /**
     * Every browser says where a form comes from; a request that doesn't was not sent by a browser, or hides it.
     *
     * @param origin the request's header {@code Origin}
     * @param host its header {@code Host}
     * @param fetchSite its header {@code Sec-Fetch-Site}
     */
    public static boolean isOwn(@Nullable String origin, @Nullable String host, @Nullable String fetchSite) {
        return origin != null
                && host != null
                && (origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host))
                && (fetchSite == null || fetchSite.equals("same-origin"));
    }
}
