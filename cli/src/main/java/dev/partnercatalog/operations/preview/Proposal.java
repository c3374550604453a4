package dev.partnercatalog.operations.preview;

import dev.partnercatalog.operations.preview.ProposedEvents.ProposedEvent;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.runtime.quarantine.RejectedRecordException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.streams.input.EventReader;
import dev.partnercatalog.streams.input.InputEvent;
import dev.partnercatalog.streams.input.InputEvent.LayerEvent;
import dev.partnercatalog.streams.input.InputEvent.ListingEvent;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import dev.partnercatalog.streams.input.InputEvent.ScopeConfigEvent;
import dev.partnercatalog.streams.input.ReadEvents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the resolver reads from events.
 *
 * @param layers events about layers in order, as are the others
 */
record Proposal(
        List<Placed<LayerEvent>> layers,
        List<Placed<ListingEvent>> listings,
        List<ScopeConfigEvent> scopeConfigs,
        List<PartnerEvent> partners) {

    /** An event and where it was read. */
    record Placed<T>(String place, T event) {}

    /** Reads events; one that the resolver would reject is recorded among their faults. */
    static Proposal of(ProposedEvents events, SchemaRegistry registry, String topicPrefix) {
        Proposal proposal = new Proposal(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        EventReader reader = new EventReader(registry);
        for (ProposedEvent event : events.events()) {
            try {
                proposal.add(
                        event.place(),
                        ReadEvents.read(
                                reader,
                                event.topic(),
                                event.topic().name(topicPrefix),
                                event.key().getBytes(StandardCharsets.UTF_8),
                                event.value()));
            } catch (RejectedRecordException e) {
                events.reject(event.place(), String.valueOf(e.getMessage()));
            }
        }
        return proposal;
    }

    /** Ignores the directory's companies and commands, which change no record. */
    private void add(String place, InputEvent read) {
        if (read instanceof LayerEvent layer) {
            layers.add(new Placed<>(place, layer));
        } else if (read instanceof ListingEvent listing) {
            listings.add(new Placed<>(place, listing));
        } else if (read instanceof ScopeConfigEvent config) {
            scopeConfigs.add(config);
        } else if (read instanceof PartnerEvent partner) {
            partners.add(partner);
        }
    }

    /** The companies that layers and listings concern; null if BPD layers are among them, which concern all companies. */
    @Nullable
    Set<Long> companies() {
        Set<Long> companies = new HashSet<>();
        for (Placed<LayerEvent> layer : layers) {
            LayerUpdate update = layer.event().update();
            if (update.getCompanyId() == null) {
                return null;
            }
            companies.add(update.getCompanyId());
        }
        listings.forEach(listing -> companies.add(listing.event().key().companyId()));
        return companies;
    }

    /** The barcodes in the events. */
    Set<String> barcodes() {
        Set<String> barcodes =
                layers.stream().map(layer -> layer.event().barcode()).collect(Collectors.toCollection(HashSet::new));
        listings.stream()
                .map(listing -> listing.event().barcode())
                .filter(Objects::nonNull)
                .forEach(barcodes::add);
        return barcodes;
    }
}
