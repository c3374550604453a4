package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The writer of partners as the API sees it: carries out every change at once, unless a test takes it away. */
final class InMemoryCommands implements PartnerCommands {

    /** What the changes have made. */
    final List<PartnerConfig> made = new CopyOnWriteArrayList<>();

    volatile boolean available = true;

    private final InMemoryConfigurations configurations;

    InMemoryCommands(InMemoryConfigurations configurations) {
        this.configurations = configurations;
    }

    @Override
    public PartnerConfig carryOut(String partnerId, Kind kind, Change change) {
        PartnerConfig before = configurations.partners.get(partnerId);
        State state = change.after(before);
        if (!available || before == null) {
            throw HttpProblem.unavailable("not confirmed");
        }
        long revision = before.getRevision() + 1;
        PartnerConfig after = PartnerConfig.newBuilder(before)
                .setRevision(revision)
                .setPartner(state.partner())
                .setPartnerRevision(
                        state.partner().equals(before.getPartner()) ? PartnerOperations.revision(before) : revision)
                .setWebhookControl(state.control())
                .build();
        configurations.partners.put(partnerId, after);
        made.add(after);
        return after;
    }

    PartnerConfig last() {
        return made.get(made.size() - 1);
    }
}
