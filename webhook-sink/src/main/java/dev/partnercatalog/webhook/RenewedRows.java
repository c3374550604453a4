package dev.partnercatalog.webhook;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts into a task's store what a renewal reads. A record that can't be read is passed over: the task sets it aside when
 * it reads it, and reports it. Confined to the task's thread.
 */
final class RenewedRows {

    private static final Logger LOG = LoggerFactory.getLogger(RenewedRows.class);

    private final SinkState state;
    private final EntryRecords entries;
    private final OwnRecords<SkuBarcode> listings;

    RenewedRows(SinkState state, EntryRecords entries, OwnRecords<SkuBarcode> listings) {
        this.state = state;
        this.entries = entries;
        this.listings = listings;
    }

    /**
     * Puts the image of an entry.
     *
     * @throws RegistryUnavailableException if its schema can't be asked for now, which says nothing about the record
     */
    void renewEntry(ConsumerRecord<byte[], byte[]> record) {
        ScopedVariant variant = null;
        byte[] image;
        try {
            String key = entries.key(record.key(), record.partition());
            variant = EntryRecords.variant(key);
            image = entries.image(key, record.value());
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            passOver(record, e);
            if (variant != null) {
                state.images().unreadable(variant);
            }
            return;
        }
        if (variant != null) {
            state.images().renew(variant, image);
        }
    }

    /**
     * Puts a listing. What follows from it for partners shows when the company is compared.
     *
     * @throws RegistryUnavailableException if its schema can't be asked for now, which says nothing about the record
     */
    void renewListing(ConsumerRecord<byte[], byte[]> record) {
        ListingKey key;
        String barcode;
        try {
            String text = listings.key(record.key(), record.partition());
            key = ListingKey.parse(text);
            barcode = record.value() == null
                    ? null
                    : listings.value(text, record.value()).getBarcode();
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            passOver(record, e);
            return;
        }
        var unused = state.listings().list(key, barcode);
        state.listings().putBarcode(key, barcode);
    }

    private static void passOver(ConsumerRecord<byte[], byte[]> record, RuntimeException fault) {
        LOG.debug("can't read the record of {} at offset {}", record.topic(), record.offset(), fault);
    }
}
