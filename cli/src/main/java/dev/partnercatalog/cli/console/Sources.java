package dev.partnercatalog.cli.console;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;

/** Where the console's answers come from. */
record Sources(
        KafkaSettings kafka,
        SchemaRegistry registry,
        PartnerTables partners,
        LetterIndex letters,
        Observation observation) {}
