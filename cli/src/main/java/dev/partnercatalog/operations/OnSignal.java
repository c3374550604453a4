package dev.partnercatalog.operations;

/** What has to be done if a signal, such as that of Ctrl-C, ends the program before this is closed. Thread-safe. */
public final class OnSignal implements AutoCloseable {

    private final Thread hook;

    /** @param action is done on a thread of its own, while the others go on; has to end soon */
    public OnSignal(String name, Runnable action) {
        hook = new Thread(action, name);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is already ending, so the hook is running.
            return;
        }
    }
}
