package dev.partnercatalog.query.operation;

import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** The writer of partners as the API sees it: makes every change at once, unless a test takes it away. */
final class InMemoryCommands {

    /** What the changes have made. */
    final List<PartnerConfig> made = new CopyOnWriteArrayList<>();

    volatile boolean available = true;

    private final InMemoryConfigurations configurations;

    final CommandGateway gateway;

    InMemoryCommands(InMemoryConfigurations configurations) {
        this.configurations = configurations;
        this.gateway =
                new CommandGateway(this::make, partnerId -> true, configurations.partners::get, Duration.ofSeconds(20));
    }

    private CompletionStage<?> make(PartnerCommand command) {
        if (!available) {
            return CompletableFuture.failedFuture(new IllegalStateException("no broker"));
        }
        PartnerConfig before = Objects.requireNonNull(configurations.partners.get(command.getPartnerId()));
        long revision = before.getRevision() + 1;
        boolean same = before.getPartner().equals(command.getPartner());
        PartnerConfig after = PartnerConfig.newBuilder(before)
                .setRevision(revision)
                .setPartner(command.getPartner())
                .setPartnerRevision(same ? PartnerOperations.revision(before) : revision)
                .setWebhookControl(command.getWebhookControl())
                .setCommandId(command.getCommandId())
                .build();
        configurations.partners.put(command.getPartnerId(), after);
        made.add(after);
        gateway.changed(command.getPartnerId(), () -> after);
        return CompletableFuture.completedFuture(null);
    }

    PartnerConfig last() {
        return made.get(made.size() - 1);
    }
}
