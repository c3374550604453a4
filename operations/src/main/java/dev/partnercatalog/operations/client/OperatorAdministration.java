package dev.partnercatalog.operations.client;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.credential.RandomSecret;
import dev.partnercatalog.operations.topic.RecordTable;
import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.records.OperatorRole;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/** Administration of the console's operators. A change is durable when a method returns. */
public final class OperatorAdministration {

    private final RecordTable<Operator> table;
    private final SecureRandom random;
    private final Clock clock;

    public OperatorAdministration(RecordTable<Operator> table, SecureRandom random, Clock clock) {
        this.table = table;
        this.random = random;
        this.clock = clock;
    }

    /** Its methods throw {@link OperatorFault} if the brokers are unavailable or the topic of operators doesn't exist. */
    public static OperatorAdministration connect(KafkaSettings kafka, SchemaRegistry registry) {
        return new OperatorAdministration(
                new RecordTopic<>(CatalogTopic.OPERATORS, Operator.class, kafka, registry),
                new SecureRandom(),
                Clock.systemUTC());
    }

    /**
     * An operator and their token, at the only moment that it exists in plain text.
     *
     * @param token never to be logged or stored
     */
    public record Created(Operator operator, String token) {

        @Override
        public String toString() {
            return "Created[name=" + operator.getName() + ", token=hidden]";
        }
    }

    /**
     * Gives a person access, also one whose access was revoked.
     *
     * @throws OperatorFault if the operator already has a token, or their record can't be read
     */
    public Created create(String name, OperatorRole role) {
        if (Ids.requireOperator(name).equals(Ids.CONSOLE_OPERATOR)) {
            throw new OperatorFault(
                    "operator " + name + " signs in with the console's token file: choose another name");
        }
        TableContents<Operator> operators = table.contents();
        requireReadable(operators, name);
        Operator existing = operators.records().get(name);
        if (existing != null && existing.getRevokedAt() == null) {
            throw new OperatorFault("operator " + name + " already has a token: './catalog operator revoke " + name
                    + "' revokes it, and then this command creates another");
        }
        RandomSecret token = RandomSecret.random(random);
        Operator made = Operator.newBuilder()
                .setName(name)
                .setRole(role)
                .setTokenHash(ByteBuffer.wrap(token.hash()))
                .setCreatedAt(clock.instant().truncatedTo(ChronoUnit.MILLIS))
                .build();
        table.put(name, made);
        return new Created(made, token.text());
    }

    /** Every operator, ordered by name. */
    public TableContents<Operator> list() {
        return table.contents();
    }

    /** Revokes an operator's token; throws {@link OperatorFault} if there is no such operator. */
    public Operator revoke(String name) {
        TableContents<Operator> operators = table.contents();
        requireReadable(operators, name);
        Operator existing = operators.records().get(name);
        if (existing == null) {
            throw new OperatorFault("there is no operator " + name + ": see './catalog operator list'"
                    + (name.equals(Ids.CONSOLE_OPERATOR)
                            ? "; with --token-sign-in=false the console's token file can no longer be used to sign in"
                            : ""));
        }
        if (existing.getRevokedAt() != null) {
            return existing;
        }
        Operator revoked = Operator.newBuilder(existing)
                .setRevokedAt(clock.instant().truncatedTo(ChronoUnit.MILLIS))
                .build();
        table.put(name, revoked);
        return revoked;
    }

    private static void requireReadable(TableContents<Operator> operators, String name) {
        operators.unreadable(name).ifPresent(record -> {
            throw new OperatorFault("operator " + name + " can't sign in, because their record can't be read: "
                    + record.text() + "; " + record.remedy() + ", then create the operator again");
        });
    }
}
