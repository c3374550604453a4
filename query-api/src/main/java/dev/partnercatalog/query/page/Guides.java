package dev.partnercatalog.query.page;

import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.StaticFile;
import dev.partnercatalog.runtime.http.Routes;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * The guides for partners, which are written in Markdown with tables, and the OpenAPI document as a page that can send
 * requests. Needs nothing from other hosts. Immutable.
 */
public final class Guides {

    private static final String PATH = "/docs";

    private static final String REFERENCE = PATH + "/reference";

    private static final String FOLDER = "/dev/partnercatalog/query/page/";

    private static final String WEBJAR = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String LIBRARY = "/META-INF/resources/webjars/swagger-ui/";

    /** The guide that is the first page. */
    private static final String INDEX = "README";

    /** In the order of the navigation. */
    private static final List<String> NAMES = List.of(
            INDEX,
            "start",
            "tokens",
            "configuration",
            "reading",
            "fields",
            "keeping-a-copy",
            "webhooks",
            "signatures",
            "errors",
            "troubleshooting",
            "desk",
            "limits",
            "versions",
            "testing",
            "production-checklist",
            "changelog");

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    private static final Pattern ELSEWHERE = Pattern.compile("https://.+");
    private static final Pattern GUIDE = Pattern.compile("(?:([A-Za-z-]+)\\.md)?(#.+)?");

    private final ServiceAddresses service;
    private final String template = ResourceFile.text(Guides.class, "page.html");
    private final Map<String, String> titles = new LinkedHashMap<>();
    private final Map<String, String> contents = new LinkedHashMap<>();

    /** Throws {@link IllegalArgumentException} if a link leads neither to a page nor to another site. */
    public Guides(ServiceAddresses service) {
        this.service = service;
        Parser parser = Parser.builder().extensions(EXTENSIONS).build();
        TextContentRenderer text = TextContentRenderer.builder().build();
        for (String name : NAMES) {
            String address = address(name);
            Node document = parser.parse(service.in(ResourceFile.text(Guides.class, name + ".md")));
            titles.put(address, text.render(Objects.requireNonNull(document.getFirstChild())));
            contents.put(address, renderer(address).render(document));
        }
        titles.put(REFERENCE, "API reference");
    }

    /** Where a service at this address explains its errors; the anchor of a code is the code in lower case. */
    public static String errors(URI api) {
        return api + PATH + "/errors";
    }

    /** Where a service at this address announces what will change. */
    public static String changelog(URI api) {
        return api + PATH + "/changelog";
    }

    public void addTo(Routes routes) {
        routes.get(
                "/", context -> context.status(302).removeHeader("Content-Type").header("Location", PATH));
        contents.forEach((address, html) -> StaticFile.page(page(address, html)).addTo(routes, address));
        for (String name : new String[] {"guides.css", "reference.js"}) {
            StaticFile.of(FOLDER + name).addTo(routes, PATH + "/" + name);
        }
        String library = LIBRARY + libraryVersion() + "/";
        for (String name : new String[] {"swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"}) {
            StaticFile.of(library + name).addTo(routes, PATH + "/" + name);
        }
        StaticFile.page(page(REFERENCE, ResourceFile.text(Guides.class, "reference.html")))
                .allowing(referencePolicy())
                .addTo(routes, REFERENCE);
        StaticFile.notFound(page(
                        "",
                        "<h1>Not found</h1><p>There is no page at this address. <a href=\"/docs\">All guides</a>.</p>"))
                .addTo(routes, PATH + "/<unknown>");
    }

    /** The reference may call the service's two addresses only. It sets styles on its elements: the only exception. */
    private String referencePolicy() {
        return policy(
                "'self' 'unsafe-inline'",
                "'self' data:",
                "'self' " + origin(service.api()) + " " + origin(service.issuer()));
    }

    /** The policy of a page with no script within it, which calls these addresses only. */
    static String policy(String styles, String images, String addresses) {
        return "default-src 'none'; script-src 'self'; style-src " + styles + "; img-src " + images + "; connect-src "
                + addresses + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }

    static String origin(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority();
    }

    private static String libraryVersion() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(ResourceFile.text(Guides.class, WEBJAR)));
        } catch (IOException e) {
            throw new UncheckedIOException("can't read from memory", e);
        }
        return properties.getProperty("version");
    }

    private String page(String address, String content) {
        return template.replace("{{title}}", escaped(titles.getOrDefault(address, "Not found")))
                .replace("{{contents}}", navigation(address))
                .replace("{{main}}", content);
    }

    private static String escaped(String text) {
        StringBuilder html = new StringBuilder();
        new HtmlWriter(html).text(text);
        return html.toString();
    }

    private String navigation(String current) {
        StringBuilder html = new StringBuilder();
        titles.forEach((address, title) -> html.append("<li><a href=\"")
                .append(address)
                .append(address.equals(current) ? "\" aria-current=\"page\">" : "\">")
                .append(escaped(title))
                .append("</a></li>"));
        return html.toString();
    }

    /** The path at which a guide is served: the index of all guides is the first page. */
    private static String address(String name) {
        return name.equals(INDEX) ? PATH : PATH + "/" + name;
    }

    private static HtmlRenderer renderer(String address) {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Link link) {
                        attributes.put("href", served(address, link.getDestination()));
                    } else if (tag.equals("pre") || tag.equals("table")) {
                        // What scrolls sideways must be reachable by keyboard.
                        attributes.put("tabindex", "0");
                    }
                })
                .build();
    }

    private static String served(String address, String destination) {
        if (ELSEWHERE.matcher(destination).matches()) {
            return destination;
        }
        Matcher guide = GUIDE.matcher(destination);
        if (!guide.matches() || (guide.group(1) != null && !NAMES.contains(guide.group(1)))) {
            throw new IllegalArgumentException(address + " has a link to " + destination + ", which is not served");
        }
        return (guide.group(1) == null ? address : address(guide.group(1)))
                + Objects.requireNonNullElse(guide.group(2), "");
    }

    /**
     * The addresses of the publishing service, without a slash at their ends. They replace those in the files, which are right
     * for a service on your own machine.
     */
    public record ServiceAddresses(URI api, URI issuer) {

        private static final String API = "http://127.0.0.1:8080";
        private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:808[01]");

        /** The text of a file with these addresses. */
        public String in(String text) {
            return ADDRESS.matcher(text)
                    .replaceAll(
                            found -> Matcher.quoteReplacement((found.group().equals(API) ? api : issuer).toString()));
        }
    }
}
