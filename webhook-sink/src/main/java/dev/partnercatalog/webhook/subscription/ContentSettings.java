package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.webhook.message.VariantsChanged;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a partner wants its messages to contain (D24).
 *
 * @param fields fields that a record carries besides those that identify it
 * @param variantTypes types that are sent, null for all: a variant of another type counts as not listed
 * @param records most records in a message
 * @param namesChanges whether each record lists the fields that changed
 */
public record ContentSettings(
        RecordFields fields, @Nullable SortedSet<String> variantTypes, int records, boolean namesChanges) {

    /** For a partner that has set nothing. */
    public static final ContentSettings DEFAULT =
            new ContentSettings(RecordFields.ALL, null, VariantsChanged.MAX_RECORDS, false);

    public ContentSettings {
        variantTypes = variantTypes == null ? null : Collections.unmodifiableSortedSet(new TreeSet<>(variantTypes));
    }

    /** Reads a partner's configuration. A field that this version doesn't know can't be sent. */
    public static ContentSettings of(WebhookSettings settings) {
        List<String> fields = settings.getFields();
        List<String> types = settings.getVariantTypes();
        return new ContentSettings(
                fields == null ? RecordFields.ALL : RecordFields.of(fields),
                types == null ? null : new TreeSet<>(types),
                Math.max(1, Math.min(settings.getRecordsPerMessage(), VariantsChanged.MAX_RECORDS)),
                settings.getChangedFields());
    }

    /** Whether a variant of this image is sent. */
    public boolean sends(VariantImage image) {
        return variantTypes == null || variantTypes.contains(image.variantType());
    }
}
