package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.schemas.key.ListingKey;
import org.jspecify.annotations.Nullable;

/** The content of an input record whose key and value are known to be well-formed and to agree. */
public sealed interface InputEvent {

    /** The current state of a layer of a variant. */
    record LayerEvent(String barcode, LayerUpdate update) implements InputEvent {}

    /** An SKU is listed under a barcode; if the barcode is null, it is no longer listed. */
    record ListingEvent(ListingKey key, @Nullable String barcode) implements InputEvent {}

    /** A partner as configured by the operator; null deletes the partner. */
    record PartnerEvent(String partnerId, @Nullable Partner partner) implements InputEvent {}

    /** A change of a partner that was requested through the API or by an operator. */
    record CommandEvent(PartnerCommand command) implements InputEvent {}

    /** A partner's configuration of a company or location; null deletes it. */
    record ScopeConfigEvent(String key, @Nullable ScopeConfig config) implements InputEvent {}

    /** An entry of the company directory; null deletes it. */
    record CompanyEvent(String key, @Nullable Company company) implements InputEvent {}
}
