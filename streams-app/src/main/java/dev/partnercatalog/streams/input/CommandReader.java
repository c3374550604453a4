package dev.partnercatalog.streams.input;

import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.InputEvent.CommandEvent;
import org.jspecify.annotations.Nullable;

/** Decodes and checks partner commands. Not thread-safe. */
public final class CommandReader implements RecordReader {

    private final RecordDeserializer<PartnerCommand> commands;

    public CommandReader(SchemaRegistry registry) {
        commands = new RecordDeserializer<>(registry, PartnerCommand.class);
    }

    @Override
    public InputEvent read(CatalogTopic topic, String name, byte @Nullable [] key, byte @Nullable [] value) {
        String partnerId = Ids.requireName("partnerId", RecordForm.text(key));
        PartnerCommand command = RecordForm.read(commands, name, value);
        if (command == null) {
            throw new MalformedEventException("a command can't be deleted: the value is null");
        }
        EventRules.agree("partnerId", partnerId, command.getPartnerId());
        if (command.getPartner() != null) {
            EventRules.agree(
                    "partner.partnerId", partnerId, command.getPartner().getPartnerId());
        }
        return new CommandEvent(command);
    }
}
