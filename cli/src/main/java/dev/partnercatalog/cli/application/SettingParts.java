package dev.partnercatalog.cli.application;

import dev.partnercatalog.operations.OperatorFault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The parts of an application's settings; each is checked when it is created, and all faults are reported together. */
final class SettingParts {

    private final String application;
    private final List<RuntimeException> faults = new ArrayList<>();

    SettingParts(String application) {
        this.application = application;
    }

    /** Creates a part now. The returned supplier provides it after {@link #requireAll} has found no fault in any part. */
    <T> Supplier<T> part(Supplier<T> made) {
        try {
            T part = made.get();
            return () -> part;
        } catch (OperatorFault | IllegalArgumentException e) {
            faults.add(e);
            return () -> {
                throw e;
            };
        }
    }

    /** Throws {@link OperatorFault} with all faults. */
    void requireAll() {
        if (faults.size() == 1) {
            throw faults.get(0);
        }
        if (!faults.isEmpty()) {
            OperatorFault all = new OperatorFault(application + " can't start with these settings:\n  "
                    + String.join(
                            "\n  ",
                            faults.stream()
                                    .map(fault -> String.valueOf(fault.getMessage()))
                                    .toList()));
            faults.forEach(all::addSuppressed);
            throw all;
        }
    }
}
