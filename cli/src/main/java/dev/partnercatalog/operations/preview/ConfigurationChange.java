package dev.partnercatalog.operations.preview;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.operations.recorded.PartnerViews;
import dev.partnercatalog.operations.recorded.RecordedConfigurations;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What partners may see and under which configuration, now and after the events. Not thread-safe. */
final class ConfigurationChange {

    private final PartnerViews now;
    private final PartnerViews then;
    private final Set<Long> companies = new HashSet<>();
    private final Map<Long, Set<String>> partners = new HashMap<>();
    private final SortedMap<String, List<MemberDifference>> settings = new TreeMap<>();

    private ConfigurationChange(PartnerViews now, PartnerViews then) {
        this.now = now;
        this.then = then;
    }

    /**
     * A partner's configuration of a scope.
     *
     * @param before null if it may not see the scope
     * @param after null if it may not see the scope afterwards
     */
    record Sight(
            String partnerId,
            @Nullable ResolvedConfiguration before,
            @Nullable ResolvedConfiguration after) {}

    static ConfigurationChange of(Proposal proposal, RecordedConfigurations recorded) {
        RecordedConfigurations changed = recorded.copy();
        proposal.scopeConfigs().forEach(config -> changed.put(config.key(), config.config()));
        for (PartnerEvent event : proposal.partners()) {
            changed.put(event.partnerId(), config(event, changed.tables().partner(event.partnerId())));
        }
        ConfigurationChange change =
                new ConfigurationChange(new PartnerViews(recorded.tables()), new PartnerViews(changed.tables()));
        proposal.scopeConfigs()
                .forEach(config -> change.companies.add(config.key().companyId()));
        for (PartnerEvent event : proposal.partners()) {
            change.addChangedCompanies(event.partnerId());
            change.addSettings(event.partnerId(), recorded.tables(), changed.tables());
        }
        change.addPartners(change.now);
        change.addPartners(change.then);
        return change;
    }

    private static @Nullable PartnerConfig config(PartnerEvent event, @Nullable PartnerConfig before) {
        if (event.partner() == null) {
            return null;
        }
        PartnerConfig.Builder after =
                before == null ? PartnerConfig.newBuilder().setRevision(1) : PartnerConfig.newBuilder(before);
        return after.setPartner(event.partner()).build();
    }

    private void addChangedCompanies(String partnerId) {
        Map<Long, AllowedCompany> before = now.companies(partnerId);
        Map<Long, AllowedCompany> after = then.companies(partnerId);
        boolean all = now.isEnabled(partnerId) != then.isEnabled(partnerId);
        Set<Long> either = new HashSet<>(before.keySet());
        either.addAll(after.keySet());
        either.stream()
                .filter(company -> all || !Objects.equals(before.get(company), after.get(company)))
                .forEach(companies::add);
    }

    private void addSettings(String partnerId, ConfigurationTables before, ConfigurationTables after) {
        List<MemberDifference> differences =
                MemberDifference.between(settings(before.partner(partnerId)), settings(after.partner(partnerId)));
        if (!differences.isEmpty()) {
            settings.put(partnerId, differences);
        }
    }

    private static ObjectNode settings(@Nullable PartnerConfig config) {
        return PartnerSettings.of(config == null ? null : config.getPartner());
    }

    private void addPartners(PartnerViews views) {
        for (String partnerId : views.partnerIds()) {
            views.companies(partnerId)
                    .keySet()
                    .forEach(company -> partners.computeIfAbsent(company, any -> new TreeSet<>())
                            .add(partnerId));
        }
    }

    /** The settings of each partner that the events would change, by the partner's id. */
    SortedMap<String, List<MemberDifference>> settings() {
        return settings;
    }

    /** The companies for which a partner's flags, units, assets or access may change. */
    Set<Long> companies() {
        return companies;
    }

    /** The partners that may see a scope, before or after, by id. */
    List<Sight> sights(Scope scope) {
        List<Sight> sights = new ArrayList<>();
        for (String partnerId : partners.getOrDefault(scope.companyId(), Set.of())) {
            Sight sight = new Sight(partnerId, now.at(partnerId, scope), then.at(partnerId, scope));
            if (sight.before != null || sight.after != null) {
                sights.add(sight);
            }
        }
        return sights;
    }
}
