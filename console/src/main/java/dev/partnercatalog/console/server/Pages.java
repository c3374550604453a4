package dev.partnercatalog.console.server;

/** A part of the console that answers at some paths. */
@FunctionalInterface
public interface Pages {

    void addTo(Router router);
}
