package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import org.jspecify.annotations.Nullable;

/** What an input record says, once its key and value are known to be well formed and to agree. */
public sealed interface InputEvent {

    /** A layer of a variant as it now stands. */
    record LayerEvent(String barcode, LayerUpdate update) implements InputEvent {

        /** With the place of the record that it was read from. */
        LayerEvent at(int partition, long offset) {
            return new LayerEvent(
                    barcode,
                    new LayerUpdate(
                            update.getKind(),
                            update.getCompanyId(),
                            update.getLocationId(),
                            update.getLayer(),
                            partition,
                            offset));
        }
    }

    /** An SKU is listed under a barcode, or with null no longer listed. */
    record ListingEvent(ListingKey key, @Nullable String barcode) implements InputEvent {}

    /** The operator's word on a partner; null takes the partner back. */
    record PartnerEvent(String partnerId, @Nullable Partner partner) implements InputEvent {}

    /** A change of a partner that was asked for through the API or by an operator. */
    record CommandEvent(PartnerCommand command) implements InputEvent {}

    /** A partner's configuration of a company or location; null takes it back. */
    record ScopeConfigEvent(ScopeConfigKey key, @Nullable ScopeConfig config) implements InputEvent {}

    /** An entry of the company directory; null takes it back. */
    record CompanyEvent(String key, @Nullable Company company) implements InputEvent {}
}
