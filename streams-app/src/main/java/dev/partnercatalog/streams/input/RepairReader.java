package dev.partnercatalog.streams.input;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ListingUpdate;
import dev.partnercatalog.records.Repair;
import dev.partnercatalog.records.RepairMark;
import dev.partnercatalog.records.RepairStep;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.variant.LayerTopic;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.InputEvent.RepairEvent;
import org.jspecify.annotations.Nullable;

/** Decodes and checks the steps of repairs. Not thread-safe. */
public final class RepairReader implements RecordReader {

    private final RecordDeserializer<Repair> repairs;

    public RepairReader(SchemaRegistry registry) {
        repairs = new RecordDeserializer<>(registry, Repair.class);
    }

    @Override
    public InputEvent read(CatalogTopic topic, String name, byte @Nullable [] keyBytes, byte @Nullable [] value) {
        String key = RecordForm.text(keyBytes);
        Repair repair = RecordForm.read(repairs, name, value);
        if (repair == null) {
            throw new MalformedEventException("a repair can't be deleted: the value is null");
        }
        EventRules.agree("key", key, repair.getKey());
        if (repair.getUpdate() instanceof LayerUpdate update) {
            Ids.requireBarcode(key);
            layer(update);
        } else if (repair.getUpdate() instanceof ListingUpdate update) {
            ListingKey.parse(key);
            require(update.getBarcode() == null, "a repair carries no barcode");
            mark(update.getRepair());
        }
        return new RepairEvent(repair);
    }

    private static void layer(LayerUpdate update) {
        require(update.getLayer() == null, "a repair carries no layer");
        Scope scope = VariantRecords.scope(update.getCompanyId(), update.getLocationId());
        boolean fits = update.getKind() == LayerKind.LISTING
                ? scope.isCompany()
                : LayerTopic.of(update.getKind(), scope) != null;
        require(fits, "the ids of the company and location don't fit a row of kind " + update.getKind());
        RepairMark mark = mark(update.getRepair());
        require(
                update.getKind() != LayerKind.LISTING || mark.getStep() == RepairStep.LOOK,
                "a company's listing follows from the listings of its SKUs, so it can't be removed itself");
    }

    private static RepairMark mark(@Nullable RepairMark mark) {
        if (mark == null) {
            throw new MalformedEventException("the repair says no step");
        }
        return mark;
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new MalformedEventException(problem);
        }
    }
}
