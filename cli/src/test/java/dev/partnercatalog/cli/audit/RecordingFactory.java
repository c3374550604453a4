package dev.partnercatalog.cli.audit;

import dev.partnercatalog.operations.audit.AuditTrail;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Creates the parts of commands as the program does, except that the audit log is the test's own. */
public record RecordingFactory(AuditTrail trail) implements IFactory {

    @Override
    public <K> K create(Class<K> type) throws Exception {
        return type.equals(AuditOptions.class)
                ? type.cast(new AuditOptions(connection -> trail))
                : CommandLine.defaultFactory().create(type);
    }
}
