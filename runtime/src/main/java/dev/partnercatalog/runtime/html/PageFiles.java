package dev.partnercatalog.runtime.html;

import dev.partnercatalog.runtime.ResourceFile;

/** The files that give our pages their look, by the media types with which they are served. */
public enum PageFiles {
    STYLE("style.css", "text/css; charset=utf-8"),
    ICON("icon.svg", "image/svg+xml");

    private final String file;
    private final String mediaType;

    PageFiles(String file, String mediaType) {
        this.file = file;
        this.mediaType = mediaType;
    }

    public String file() {
        return file;
    }

    public String mediaType() {
        return mediaType;
    }

    public byte[] content() {
        return ResourceFile.bytes(PageFiles.class, file);
    }
}
