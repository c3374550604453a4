package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.Access;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The style sheet, the script and the icon, read once. */
public final class Assets implements Pages {

    private static final Map<String, String> TYPES = Map.of(
            "style.css", "text/css; charset=utf-8",
            "console.js", "text/javascript; charset=utf-8",
            "icon.svg", "image/svg+xml");

    @Override
    public void addTo(Router router) {
        TYPES.forEach((file, type) -> {
            byte[] content = read(file);
            router.get(
                    "/" + file,
                    Access.EVERYONE,
                    context -> context.contentType(type)
                            .header("Cache-Control", "no-cache")
                            .result(content));
        });
    }

    private static byte[] read(String file) {
        try (InputStream in = Assets.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new FileNotFoundException(file);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("a file of the program itself", e);
        }
    }
}
