package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.html.PageFiles;

/** The style sheet, the script and the icon, read once. */
public final class Assets implements Pages {

    private static final String SCRIPT = "console.js";

    @Override
    public void addTo(Router router) {
        for (PageFiles file : PageFiles.values()) {
            add(router, file.file(), file.mediaType(), file.content());
        }
        add(router, SCRIPT, "text/javascript; charset=utf-8", ResourceFile.bytes(Assets.class, SCRIPT));
    }

    private static void add(Router router, String file, String type, byte[] content) {
        router.get(
                "/" + file,
                Role.NONE,
                context -> context.contentType(type)
                        .header("Cache-Control", "no-cache")
                        .result(content));
    }
}
