package dev.partnercatalog.standalone;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * A broker in a separate process that accepts only TLS, authenticates everyone (SCRAM-SHA-512) and allows nothing that
 * no rule permits.
 */
final class SecuredBroker implements AutoCloseable {

    private static final String ADMIN = "admin";
    private static final String ADMIN_PASSWORD = "the-admin's-password";
    static final String STORE_PASSWORD = "store-password";

    private final Path folder;
    private final KafkaNode node;

    private SecuredBroker(Path folder, KafkaNode node) {
        this.folder = folder;
        this.node = node;
    }

    static SecuredBroker start(Path folder) throws Exception {
        makeCertificate(folder);
        List<KafkaNode> nodes = KafkaNode.cluster(
                folder,
                1,
                List.of("SCRAM-SHA-512=[name=" + ADMIN + ",password=\"" + ADMIN_PASSWORD + "\"]"),
                "listener.security.protocol.map=CLIENTS:SASL_SSL,CONTROLLER:PLAINTEXT",
                "sasl.enabled.mechanisms=SCRAM-SHA-512",
                "sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512",
                "listener.name.clients.scram-sha-512.sasl.jaas.config=" + jaas(ADMIN, ADMIN_PASSWORD),
                "ssl.keystore.type=PKCS12",
                "ssl.keystore.location=" + folder.resolve("broker.p12"),
                "ssl.keystore.password=" + STORE_PASSWORD,
                "ssl.truststore.type=PEM",
                "ssl.truststore.location=" + certificate(folder),
                "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                // The user of the controller's own listener, which clients can't reach through the other one.
                "super.users=User:" + ADMIN + ";User:ANONYMOUS",
                "allow.everyone.if.no.acl.found=false",
                "group.initial.rebalance.delay.ms=0");
        SecuredBroker broker = new SecuredBroker(folder, nodes.get(0));
        broker.node.start();
        try (Admin admin = broker.admin()) {
            KafkaNode.awaitServing(nodes, admin);
        } catch (RuntimeException | Error e) {
            broker.close();
            throw e;
        }
        return broker;
    }

    /** Creates one as operators do with keytool; clients trust exactly this certificate. */
    static void makeCertificate(Path folder) throws IOException, InterruptedException {
        Path store = folder.resolve("broker.p12");
        keytool(
                "-genkeypair",
                "-alias=broker",
                "-keyalg=EC",
                "-dname=CN=broker",
                "-ext=SAN=ip:127.0.0.1,dns:localhost",
                "-validity=2",
                "-storetype=PKCS12",
                "-keystore=" + store,
                "-storepass=" + STORE_PASSWORD);
        keytool(
                "-exportcert",
                "-rfc",
                "-alias=broker",
                "-file=" + certificate(folder),
                "-keystore=" + store,
                "-storepass=" + STORE_PASSWORD);
    }

    static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        for (String argument : arguments) {
            int value = argument.indexOf('=');
            command.add(value < 0 ? argument : argument.substring(0, value));
            if (value >= 0) {
                command.add(argument.substring(value + 1));
            }
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(output);
        }
    }

    static Path certificate(Path folder) {
        return folder.resolve("broker.pem");
    }

    private static String jaas(String user, String password) {
        return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user + "\" password=\""
                + password + "\";";
    }

    /** What a user was denied, one line each. */
    List<String> denials(String user) throws IOException {
        return node.log()
                .lines()
                .filter(line -> line.contains("Denied") && line.contains("User:" + user))
                .distinct()
                .toList();
    }

    String bootstrapServers() {
        return node.address();
    }

    /** An administrator who may do everything. */
    Admin admin() {
        Properties properties = new Properties();
        properties.putAll(clientProperties(ADMIN, ADMIN_PASSWORD));
        properties.put("bootstrap.servers", bootstrapServers());
        return Admin.create(properties);
    }

    /** Creates a user who may do nothing yet. */
    void addUser(String user, String password) throws Exception {
        UserScramCredentialAlteration added = new UserScramCredentialUpsertion(
                user, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), password);
        try (Admin admin = admin()) {
            admin.alterUserScramCredentials(List.of(added)).all().get();
        }
    }

    Map<String, String> clientProperties(String user, String password) {
        return Map.of(
                "security.protocol", "SASL_SSL",
                "sasl.mechanism", "SCRAM-SHA-512",
                "sasl.jaas.config", jaas(user, password),
                "ssl.truststore.type", "PEM",
                "ssl.truststore.location", certificate(folder).toString());
    }

    /** The file for {@code --kafka-config}. */
    Path clientFile(String user, String password) throws IOException {
        return Files.writeString(
                folder.resolve(user + "-" + password.hashCode() + ".properties"),
                clientProperties(user, password).entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining("\n")));
    }

    @Override
    public void close() {
        node.close();
    }
}
