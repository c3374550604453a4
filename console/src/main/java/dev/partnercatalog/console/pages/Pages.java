package dev.partnercatalog.console.pages;

/** A part of the console that serves some paths. */
@FunctionalInterface
public interface Pages {

    void addTo(Router router);
}
