package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.PatchPartner;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.SetWebhookHeaders;
import dev.partnercatalog.records.UpdatePartner;
import dev.partnercatalog.records.Violation;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.configuration.PartnerPatch;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.key.Ids;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The writer of partners as the API sees it: accepts every update with valid ids, or responds as a test sets it. */
final class InMemoryCommands implements PartnerCommands {

    final List<PartnerCommand> received = new CopyOnWriteArrayList<>();
    volatile @Nullable Refusal refusal;
    volatile boolean available = true;

    private final InMemoryConfigurations configurations;

    InMemoryCommands(InMemoryConfigurations configurations) {
        this.configurations = configurations;
    }

    @Override
    public PartnerCommandResult carryOut(PartnerCommand command) {
        received.add(command);
        if (!available) {
            throw HttpProblem.unavailable("not confirmed");
        }
        String partnerId = command.getPartnerId();
        PartnerConfig before = configurations.partners.get(partnerId);
        if (refusal == null && before != null && command.getChange() instanceof UpdatePartner update) {
            if (!areInForm(update.getPartner())) {
                Refusal unknown = new Refusal(
                        RefusalCode.CHANGE_NOT_ALLOWED,
                        List.of(new Violation("allowedCompanies", "not among those allowed")));
                return new PartnerCommandResult(command.getCommandId(), partnerId, unknown, before);
            }
            long revision = before.getRevision() + 1;
            configurations.partners.put(
                    partnerId,
                    PartnerConfig.newBuilder(before)
                            .setRevision(revision)
                            .setPartnerRevision(revision)
                            .setPartner(Partner.newBuilder(update.getPartner()).build())
                            .build());
        }
        if (refusal == null && before != null && command.getChange() instanceof PatchPartner patch) {
            long revision = before.getRevision() + 1;
            configurations.partners.put(
                    partnerId,
                    PartnerConfig.newBuilder(before)
                            .setRevision(revision)
                            .setPartnerRevision(revision)
                            .setPartner(PartnerPatch.merged(before.getPartner(), patch))
                            .build());
        }
        if (refusal == null && before != null && command.getChange() instanceof ControlWebhook control) {
            configurations.partners.put(
                    partnerId,
                    PartnerConfig.newBuilder(before)
                            .setRevision(before.getRevision() + 1)
                            .setPartnerRevision(PartnerAnswer.revision(before))
                            .setWebhookControl(after(control.getAction(), before.getWebhookControl()))
                            .build());
        }
        if (refusal == null && before != null && command.getChange() instanceof SetWebhookHeaders set) {
            configurations.partners.put(
                    partnerId,
                    PartnerConfig.newBuilder(before)
                            .setRevision(before.getRevision() + 1)
                            .setPartnerRevision(PartnerAnswer.revision(before))
                            .setWebhookControl(WebhookControl.newBuilder(before.getWebhookControl())
                                    .setHeaders(set.getHeaders())
                                    .build())
                            .build());
        }
        return new PartnerCommandResult(
                command.getCommandId(), partnerId, refusal, configurations.partners.get(partnerId));
    }

    /** The real writer knows which ids exist, all of which are valid. */
    private static boolean areInForm(Partner partner) {
        return Ids.isName(partner.getPartnerId())
                && partner.getAllowedCompanies().stream()
                        .flatMap(company -> Stream.concat(
                                Stream.of(company.getId()),
                                company.getLocations().stream().map(AllowedLocation::getId)))
                        .allMatch(id -> id.matches("[1-9][0-9]{0,15}"));
    }

    private static WebhookControl after(WebhookAction action, WebhookControl before) {
        WebhookControl.Builder after = WebhookControl.newBuilder(before);
        return switch (action) {
            case PING -> after.setPings(before.getPings() + 1).build();
            case ROTATE_SECRET ->
                after.setSecretGeneration(before.getSecretGeneration() + 1)
                        .setSecretRotatedAt(ApiHarness.NOW.toEpochMilli())
                        .build();
            default -> before;
        };
    }

    void refuse(RefusalCode code, Violation... violations) {
        refusal = new Refusal(code, List.of(violations));
    }

    PartnerCommand last() {
        return received.get(received.size() - 1);
    }
}
