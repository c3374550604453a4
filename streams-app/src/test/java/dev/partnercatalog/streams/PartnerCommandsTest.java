package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.ConfigureWebhook;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.EnableSharedCustomer;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.UpdatePartner;
import dev.partnercatalog.records.Violation;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.TestOutputTopic;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the registry does with the commands it receives, and with what the operator publishes in the meantime. */
class PartnerCommandsTest {

    private final TopologyHarness catalog = new TopologyHarness();
    private final TestOutputTopic<String, PartnerConfig> configs =
            catalog.output(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class);
    private final TestOutputTopic<String, PartnerCommandResult> results =
            catalog.output(CatalogTopic.PARTNER_COMMAND_RESULTS, PartnerCommandResult.class);
    private int sent;

    @AfterEach
    void close() {
        catalog.close();
    }

    @Nested
    @DisplayName("D18: an update by the partner itself")
    class Update {

        @Test
        void replaces_name_webhook_and_flags_and_may_give_up_companies_and_locations() {
            publish(partner());
            Partner narrowed = Partner.newBuilder(partner())
                    .setPartnerName("New name")
                    .setWebhook(new WebhookSetting(true, "https://new.example"))
                    .setAllowedCompanies(
                            List.of(company("2", new AllowedFields(true, true, true, true), location("21"))))
                    .build();

            PartnerCommandResult result = send(new UpdatePartner(narrowed));

            assertThat(result.getRefusal()).isNull();
            assertThat(config(result).getPartner()).isEqualTo(narrowed);
            assertThat(configs.readValue()).isEqualTo(config(result));
        }

        @Test
        void may_disable_the_partner_which_only_the_operator_can_undo() {
            publish(partner());
            Partner disabled = Partner.newBuilder(partner()).setEnabled(false).build();
            assertThat(send(new UpdatePartner(disabled)).getRefusal()).isNull();
            assertThat(refused(send(new UpdatePartner(partner())))).containsExactly("enabled");
            assertThat(refused(send(new UpdatePartner(disabled)))).isEmpty();
        }

        static Stream<Arguments> forbidden() {
            return Stream.of(
                    forbidden("partnerId", partner -> partner.setPartnerId("other")),
                    forbidden("allowedCompanies[0].id", with(company -> company.setId("77"))),
                    forbidden("allowedCompanies[0].name", with(company -> company.setName("x"))),
                    forbidden("allowedCompanies[0].provider", with(company -> company.setProvider("x"))),
                    forbidden("allowedCompanies[0].providerId", with(company -> company.setProviderId("x"))),
                    forbidden("allowedCompanies[0].locations[0].id", withLocation(at -> at.setId("21"))),
                    forbidden("allowedCompanies[0].locations[0].name", withLocation(at -> at.setName("x"))),
                    forbidden(
                            "allowedCompanies[0].locations[0].providerId", withLocation(at -> at.setProviderId("x"))));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("forbidden")
        void lists_each_field_that_it_may_not_change_and_changes_nothing(String field, Consumer<Partner> change) {
            publish(partner());
            Partner wanted = Partner.newBuilder(partner())
                    .setPartnerName("not taken either")
                    .build();
            change.accept(wanted);

            PartnerCommandResult result = send(new UpdatePartner(wanted));

            assertThat(refused(result)).containsExactly(field);
            assertThat(config(result).getPartner()).isEqualTo(partner());
            assertThat(configs.isEmpty()).isTrue();
        }

        @Test
        void with_very_many_forbidden_changes_is_answered_with_the_first_thousand_fields_and_short_quotes() {
            AllowedLocation[] locations = new AllowedLocation[2000];
            Arrays.setAll(locations, i -> new AllowedLocation("" + (i + 1), "x".repeat(500), "l"));
            AllowedFields none = new AllowedFields(false, false, false, false);
            Partner partner = Partner.newBuilder(partner())
                    .setAllowedCompanies(List.of(company("1", none, locations)))
                    .build();
            publish(partner);
            Partner wanted = Partner.newBuilder(partner).build();
            wanted.getAllowedCompanies().get(0).getLocations().forEach(location -> location.setName("y".repeat(500)));

            PartnerCommandResult result = send(new UpdatePartner(wanted));

            assertThat(refused(result))
                    .hasSize(1000)
                    .contains("allowedCompanies[0].locations[0].name", "allowedCompanies[0].locations[999].name");
            assertThat(Objects.requireNonNull(result.getRefusal()).getViolations())
                    .allSatisfy(violation -> assertThat(violation.getProblem()).hasSizeLessThan(500));
        }

        @Test
        void that_changes_nothing_writes_nothing_and_keeps_the_revision() {
            long revision = publish(partner()).getRevision();
            assertThat(config(send(new UpdatePartner(partner()))).getRevision()).isEqualTo(revision);
            assertThat(configs.isEmpty()).isTrue();
        }

        @Test
        void of_an_unknown_partner_is_refused() {
            assertThat(code(send(new UpdatePartner(partner())))).isEqualTo(RefusalCode.NOT_FOUND);
        }

        private static Arguments forbidden(String field, Consumer<Partner> change) {
            return Arguments.of(field, change);
        }

        private static Consumer<Partner> with(Consumer<AllowedCompany> change) {
            return partner -> change.accept(partner.getAllowedCompanies().get(0));
        }

        private static Consumer<Partner> withLocation(Consumer<AllowedLocation> change) {
            return with(company -> change.accept(company.getLocations().get(0)));
        }
    }

    @Nested
    @DisplayName("D18: a condition on the revision")
    class Condition {

        @Test
        void that_holds_lets_the_change_through_and_the_next_one_with_it_fails() {
            long revision = publish(partner()).getPartnerRevision();
            Partner first = named("first");

            assertThat(send(new UpdatePartner(first), List.of(3L, revision)).getRefusal())
                    .isNull();
            PartnerCommandResult late = send(new UpdatePartner(named("second")), List.of(revision));

            assertThat(code(late)).isEqualTo(RefusalCode.PRECONDITION_FAILED);
            assertThat(config(late).getPartner()).isEqualTo(first);
        }

        @Test
        void is_about_the_partner_and_not_about_its_webhooks_control() {
            long revision = publish(partner()).getPartnerRevision();
            PartnerConfig pinged = config(send(new ControlWebhook(WebhookAction.PING, null)));
            assertThat(pinged.getRevision()).isGreaterThan(revision);
            assertThat(pinged.getPartnerRevision()).isEqualTo(revision);
            assertThat(send(new UpdatePartner(named("x")), List.of(revision)).getRefusal())
                    .isNull();
        }
    }

    @Nested
    @DisplayName("D24: settings of the webhook")
    class Settings {

        private final WebhookSettings narrow = WebhookSettings.newBuilder()
                .setFields(List.of("name", "thc"))
                .setVariantTypes(List.of("Flower", ""))
                .setRecordsPerMessage(10)
                .setSecondsBetweenMessages(60)
                .setChangedFields(true)
                .build();

        @Test
        void replace_the_current_ones_and_change_neither_the_partner_nor_what_was_requested_of_the_webhook() {
            PartnerConfig before = publish(partner());
            PartnerConfig pinged = config(send(new ControlWebhook(WebhookAction.PING, null)));
            PartnerConfig after = config(send(new ConfigureWebhook(narrow)));

            assertThat(after)
                    .isEqualTo(PartnerConfig.newBuilder(pinged)
                            .setRevision(after.getRevision())
                            .setWebhookControl(WebhookControl.newBuilder(pinged.getWebhookControl())
                                    .setSettings(narrow)
                                    .setSettingsRevision(1)
                                    .build())
                            .build());
            assertThat(after.getRevision()).isGreaterThan(pinged.getRevision());
            assertThat(after.getPartnerRevision()).isEqualTo(before.getPartnerRevision());
            assertThat(configs.readValuesToList()).last().isEqualTo(after);
        }

        @Test
        void that_are_current_already_write_nothing_and_keep_the_revision() {
            publish(partner());
            PartnerConfig once = config(send(new ConfigureWebhook(narrow)));
            configs.readValuesToList();
            assertThat(config(send(new ConfigureWebhook(
                            WebhookSettings.newBuilder(narrow).build()))))
                    .isEqualTo(once);
            assertThat(configs.isEmpty()).isTrue();
        }

        @Test
        void are_changed_on_a_condition_on_themselves_and_not_on_the_partner() {
            long partner = publish(partner()).getPartnerRevision() + 7;
            send(new UpdatePartner(named("x")));
            assertThat(code(send(new ConfigureWebhook(narrow), List.of(partner))))
                    .isEqualTo(RefusalCode.PRECONDITION_FAILED);
            assertThat(send(new ConfigureWebhook(narrow), List.of(0L)).getRefusal())
                    .isNull();
            assertThat(code(send(
                            new ConfigureWebhook(WebhookSettings.newBuilder().build()), List.of(0L))))
                    .isEqualTo(RefusalCode.PRECONDITION_FAILED);
        }

        @Test
        void start_over_with_a_partner_that_is_deleted_and_comes_back_and_nothing_else_does() {
            publish(partner());
            send(new ControlWebhook(WebhookAction.ROTATE_SECRET, null));
            WebhookControl before = config(send(new ConfigureWebhook(narrow))).getWebhookControl();
            configs.readValuesToList();
            assertThat(publish(named("x")).getWebhookControl()).isEqualTo(before);
            catalog.publish(CatalogTopic.PARTNERS, "p", null);
            assertThat(configs.readRecord().value()).isNull();
            assertThat(publish(partner()).getWebhookControl())
                    .isEqualTo(WebhookControl.newBuilder(before)
                            .setSettings(WebhookSettings.newBuilder().build())
                            .setSettingsRevision(2)
                            .build());
            assertThat(code(send(new ConfigureWebhook(narrow), List.of(1L))))
                    .isEqualTo(RefusalCode.PRECONDITION_FAILED);
        }

        @Test
        void are_kept_when_credentials_change_and_credentials_too_start_over_with_a_new_partner() {
            publish(partner());
            send(new ConfigureWebhook(narrow));
            WebhookAuthentication ed25519 =
                    WebhookAuthentication.newBuilder().setEd25519(true).build();
            PartnerConfig after = config(send(new ConfigureAuthentication(List.of(), ed25519, true)));

            assertThat(after.getWebhookControl().getAuthentication()).isEqualTo(ed25519);
            assertThat(after.getWebhookControl().getSettings()).isEqualTo(narrow);
            assertThat(configs.readValuesToList()).last().isEqualTo(after);
            catalog.publish(CatalogTopic.PARTNERS, "p", null);
            assertThat(configs.readRecord().value()).isNull();
            WebhookControl anew = publish(partner()).getWebhookControl();
            assertThat(anew.getAuthentication())
                    .isEqualTo(WebhookAuthentication.newBuilder().build());
            assertThat(anew.getKeyGeneration()).isEqualTo(1);
        }

        @Test
        void of_an_unknown_partner_are_refused() {
            assertThat(code(send(new ConfigureWebhook(narrow)))).isEqualTo(RefusalCode.NOT_FOUND);
        }
    }

    @Nested
    @DisplayName("D19: a shared customer")
    class SharedCustomer {

        private final Company shared = Company.newBuilder()
                .setCompanyId(9)
                .setName("Nine")
                .setProvider("cova")
                .setProviderId("c-9")
                .setLocations(List.of(new CompanyLocation(91L, "Ninety-one", "l-91")))
                .setSharedWithPartnerIds(List.of("p"))
                .build();

        @Test
        void is_added_with_all_its_locations_and_every_flag_false() {
            publish(partner());
            PartnerConfig after = config(send(new EnableSharedCustomer(shared)));
            assertThat(after.getPartner().getAllowedCompanies()).hasSize(3);
            assertThat(after.getPartner().getAllowedCompanies().get(2))
                    .isEqualTo(new AllowedCompany(
                            "9",
                            "Nine",
                            "cova",
                            "c-9",
                            new AllowedFields(false, false, false, false),
                            List.of(new AllowedLocation("91", "Ninety-one", "l-91"))));
        }

        @Test
        void that_is_already_allowed_stays_unchanged() {
            publish(partner());
            PartnerConfig once = config(send(new EnableSharedCustomer(shared)));
            PartnerConfig again = config(send(new EnableSharedCustomer(
                    Company.newBuilder(shared).setName("Renamed").build())));
            assertThat(again).isEqualTo(once);
        }

        @Test
        void that_would_make_the_configuration_too_large_is_refused_and_changes_nothing() {
            PartnerConfig config = publish(partner());
            PartnerCommandResult result = null;
            for (int i = 0; i < 10 && refusal(result) == null; i++) {
                result = send(new EnableSharedCustomer(large(100 + i)));
                config = refusal(result) == null ? config(result) : config;
            }

            assertThat(refused(Objects.requireNonNull(result))).containsExactly("allowedCompanies");
            assertThat(Objects.requireNonNull(refusal(result))
                            .getViolations()
                            .get(0)
                            .getProblem())
                    .containsPattern("would make the configuration \\d{7} bytes long, more than the limit of 4194304");
            assertThat(config(result)).isEqualTo(config);
            assertThat(new SingleObjectSerde<>(PartnerCommandResult.class).encode(result).length)
                    .isBetween(3 << 20, (4 << 20) + 1000);
            assertThat(configs.readValuesToList()).last().isEqualTo(config);

            Partner narrowed = Partner.newBuilder(config.getPartner())
                    .setAllowedCompanies(
                            config.getPartner().getAllowedCompanies().subList(0, 3))
                    .build();
            assertThat(send(new UpdatePartner(narrowed)).getRefusal()).isNull();
            assertThat(send(new EnableSharedCustomer(large(200))).getRefusal()).isNull();
        }

        /** As large as a company's event may be. */
        private Company large(long id) {
            List<CompanyLocation> locations = new ArrayList<>();
            for (int i = 0; i < 1200; i++) {
                locations.add(new CompanyLocation(10_000L + i, "x".repeat(1000), "l-" + i));
            }
            return Company.newBuilder(shared)
                    .setCompanyId(id)
                    .setLocations(locations)
                    .build();
        }

        @Test
        void of_a_disabled_partner_is_refused() {
            publish(Partner.newBuilder(partner()).setEnabled(false).build());
            assertThat(code(send(new EnableSharedCustomer(shared)))).isEqualTo(RefusalCode.PARTNER_DISABLED);
        }
    }

    @Nested
    class AnIdempotencyKey {

        @Test
        void gives_a_repeated_command_the_first_result_whatever_happened_since() {
            publish(partner());
            PartnerCommandResult first = sendOnce("k", "hash", new ControlWebhook(WebhookAction.RESYNC, null));
            send(new UpdatePartner(named("meanwhile")));
            PartnerCommandResult again = sendOnce("k", "hash", new ControlWebhook(WebhookAction.RESYNC, null));

            assertThat(again.getReplayed()).isTrue();
            assertThat(again.getConfig()).isEqualTo(first.getConfig());
            assertThat(again.getCommandId()).isNotEqualTo(first.getCommandId());
            assertThat(config(send(new ControlWebhook(WebhookAction.PING, null)))
                            .getWebhookControl()
                            .getResyncs())
                    .isEqualTo(1);
        }

        @Test
        void is_refused_for_another_request() {
            publish(partner());
            sendOnce("k", "one", new ControlWebhook(WebhookAction.RESYNC, null));
            PartnerCommandResult other = sendOnce("k", "two", new ControlWebhook(WebhookAction.PING, null));
            assertThat(code(other)).isEqualTo(RefusalCode.IDEMPOTENCY_KEY_REUSED);
        }

        @Test
        void does_not_make_a_refusal_stick() {
            long revision = publish(partner()).getPartnerRevision();
            PartnerCommand late = command(new UpdatePartner(named("x")));
            late.setIdempotencyKey("k");
            late.setIfMatch(List.of(revision - 1));
            assertThat(code(send(late))).isEqualTo(RefusalCode.PRECONDITION_FAILED);
            PartnerCommand again = command(new UpdatePartner(named("x")));
            again.setIdempotencyKey("k");
            again.setIfMatch(List.of(revision));
            PartnerCommandResult result = send(again);
            assertThat(result.getRefusal()).isNull();
            assertThat(result.getReplayed()).isFalse();
        }

        @Test
        void is_known_among_the_latest_hundred_of_the_partner() {
            publish(partner());
            for (int i = 0; i <= 100; i++) {
                sendOnce("k" + i, "hash", new ControlWebhook(WebhookAction.RESYNC, null));
            }
            assertThat(sendOnce("k1", "hash", new ControlWebhook(WebhookAction.RESYNC, null))
                            .getReplayed())
                    .isTrue();
            assertThat(sendOnce("k0", "hash", new ControlWebhook(WebhookAction.RESYNC, null))
                            .getReplayed())
                    .isFalse();
            assertThat(catalog.answers())
                    .hasSize(100)
                    .contains("p/k100", "p/k0")
                    .doesNotContain("p/k1");
        }

        @Test
        void is_forgotten_eventually_however_many_there_are() {
            publish(partner());
            for (int partner = 0; partner < 3; partner++) {
                String id = "q" + partner;
                catalog.publish(
                        CatalogTopic.PARTNERS,
                        id,
                        Partner.newBuilder(partner()).setPartnerId(id).build());
                for (int i = 0; i < 90; i++) {
                    PartnerCommand command = command(new ControlWebhook(WebhookAction.RESYNC, null));
                    command.setPartnerId(id);
                    command.setIdempotencyKey("k" + i);
                    catalog.publish(CatalogTopic.PARTNER_COMMANDS, id, command);
                }
            }
            assertThat(catalog.answers()).hasSize(270);
            catalog.advanceWallClock(Duration.ofHours(25));
            assertThat(catalog.answers()).hasSize(170);
            catalog.advanceWallClock(Duration.ofMinutes(1));
            catalog.advanceWallClock(Duration.ofMinutes(1));
            assertThat(catalog.answers()).isEmpty();
        }

        @Test
        void is_forgotten_after_a_day() {
            publish(partner());
            sendOnce("k", "hash", new ControlWebhook(WebhookAction.RESYNC, null));
            catalog.advanceWallClock(Duration.ofHours(25));
            PartnerCommandResult later = sendOnce("k", "hash", new ControlWebhook(WebhookAction.RESYNC, null));
            assertThat(later.getReplayed()).isFalse();
            assertThat(config(later).getWebhookControl().getResyncs()).isEqualTo(2);
        }
    }

    @Nested
    class TheWebhooksControl {

        @Test
        void counts_what_was_requested() {
            publish(partner());
            send(new ControlWebhook(WebhookAction.PING, null));
            send(new ControlWebhook(WebhookAction.RESYNC, null));
            send(new ControlWebhook(WebhookAction.RESUME, null));
            WebhookControl control = control(send(new ControlWebhook(WebhookAction.ROTATE_SECRET, null)));
            assertThat(control.getPings()).isEqualTo(1);
            assertThat(control.getResyncs()).isEqualTo(1);
            assertThat(control.getResumes()).isEqualTo(1);
            assertThat(control.getSecretGeneration()).isEqualTo(1);
            assertThat(control.getSecretRotatedAt()).isNotNull();
        }

        @Test
        @DisplayName("D32: parts that are requested again are numbered, and the latest hundred are kept")
        void keeps_the_parts_that_were_requested_again() {
            publish(partner());
            WebhookControl control = WebhookControl.newBuilder().build();
            ResyncScope one = new ResyncScope(1L, 11L, null);
            ResyncScope two = new ResyncScope(2L, null, null);
            for (int i = 1; i <= 101; i++) {
                control = control(send(new ControlWebhook(WebhookAction.RESYNC, i % 2 == 0 ? two : one)));
            }
            assertThat(control.getScopedResyncs())
                    .hasSize(100)
                    .startsWith(new ScopedResync(2L, two))
                    .endsWith(new ScopedResync(101L, one));
            assertThat(control.getResyncs()).isZero();
        }

        @Test
        @DisplayName("D32: a part can only be requested again for the partner's own companies")
        void refuses_to_send_again_what_the_partner_may_not_see() {
            publish(partner());
            ControlWebhook resync = new ControlWebhook(WebhookAction.RESYNC, new ResyncScope(3L, null, null));
            assertThat(code(send(resync))).isEqualTo(RefusalCode.CHANGE_NOT_ALLOWED);
        }

        @Test
        void lets_only_the_operator_release_what_the_operator_holds() {
            publish(partner());
            assertThat(control(send(new ControlWebhook(WebhookAction.SUSPEND, null)))
                            .getSuspended())
                    .isTrue();
            assertThat(code(send(new ControlWebhook(WebhookAction.RESUME, null))))
                    .isEqualTo(RefusalCode.CHANGE_NOT_ALLOWED);
            WebhookControl released = control(send(new ControlWebhook(WebhookAction.RELEASE, null)));
            assertThat(released.getSuspended()).isFalse();
            assertThat(released.getResumes()).isEqualTo(1);
        }

        @Test
        void outlives_what_the_operator_publishes() {
            publish(partner());
            send(new ControlWebhook(WebhookAction.ROTATE_SECRET, null));
            configs.readValue();
            assertThat(publish(named("x")).getWebhookControl().getSecretGeneration())
                    .isEqualTo(1);
            catalog.publish(CatalogTopic.PARTNERS, "p", null);
            assertThat(configs.readRecord().value()).isNull();
            assertThat(publish(partner()).getWebhookControl().getSecretGeneration())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_command_that_is_unreadable_or_for_another_partner_is_a_dead_letter_and_the_next_one_is_carried_out() {
        publish(partner());
        catalog.publishBytes(CatalogTopic.PARTNER_COMMANDS, "p".getBytes(StandardCharsets.UTF_8), new byte[] {1, 2, 3});
        catalog.publish(CatalogTopic.PARTNER_COMMANDS, "q", command(new ControlWebhook(WebhookAction.PING, null)));

        assertThat(catalog.deadLetters().readRecordsToList()).hasSize(2);
        assertThat(send(new ControlWebhook(WebhookAction.PING, null)).getRefusal())
                .isNull();
    }

    private PartnerConfig publish(Partner partner) {
        catalog.publish(CatalogTopic.PARTNERS, "p", partner);
        return configs.readValue();
    }

    private PartnerCommandResult send(SpecificRecord change) {
        return send(command(change));
    }

    private PartnerCommandResult send(SpecificRecord change, List<Long> ifMatch) {
        PartnerCommand command = command(change);
        command.setIfMatch(ifMatch);
        return send(command);
    }

    private PartnerCommandResult sendOnce(String idempotencyKey, String requestHash, SpecificRecord change) {
        PartnerCommand command = command(change);
        command.setIdempotencyKey(idempotencyKey);
        command.setRequestHash(requestHash);
        return send(command);
    }

    private PartnerCommandResult send(PartnerCommand command) {
        catalog.publish(CatalogTopic.PARTNER_COMMANDS, "p", command);
        PartnerCommandResult result = results.readValue();
        assertThat(result.getCommandId()).isEqualTo(command.getCommandId());
        assertThat(results.isEmpty()).isTrue();
        return result;
    }

    private PartnerCommand command(SpecificRecord change) {
        return PartnerCommand.newBuilder()
                .setCommandId("c" + ++sent)
                .setPartnerId("p")
                .setChange(change)
                .build();
    }

    private static PartnerConfig config(PartnerCommandResult result) {
        return Objects.requireNonNull(result.getConfig());
    }

    private static WebhookControl control(PartnerCommandResult result) {
        return config(result).getWebhookControl();
    }

    private static @Nullable Refusal refusal(@Nullable PartnerCommandResult result) {
        return result == null ? null : result.getRefusal();
    }

    private static @Nullable RefusalCode code(PartnerCommandResult result) {
        return result.getRefusal() == null ? null : result.getRefusal().getCode();
    }

    /** The fields for which a change was refused. */
    private static List<String> refused(PartnerCommandResult result) {
        if (result.getRefusal() == null) {
            return List.of();
        }
        assertThat(code(result)).isEqualTo(RefusalCode.CHANGE_NOT_ALLOWED);
        return result.getRefusal().getViolations().stream()
                .map(Violation::getField)
                .toList();
    }

    private static Partner named(String name) {
        return Partner.newBuilder(partner()).setPartnerName(name).build();
    }

    private static Partner partner() {
        AllowedFields none = new AllowedFields(false, false, false, false);
        return new Partner(
                "p",
                "Partner",
                true,
                new WebhookSetting(false, ""),
                new ArrayList<>(List.of(
                        company("1", none, location("11"), location("12")), company("2", none, location("21")))));
    }

    private static AllowedCompany company(String id, AllowedFields flags, AllowedLocation... locations) {
        return new AllowedCompany(id, "Company " + id, "cova", "c-" + id, flags, new ArrayList<>(List.of(locations)));
    }

    private static AllowedLocation location(String id) {
        return new AllowedLocation(id, "Location " + id, "l-" + id);
    }
}
