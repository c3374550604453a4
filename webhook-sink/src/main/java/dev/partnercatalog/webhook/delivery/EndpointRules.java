package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.webhook.credential.CredentialTable;
import java.util.List;
import java.util.function.Function;

/**
 * What holds for each endpoint. All of it is thread-safe.
 *
 * @param addresses where endpoints may be
 * @param secrets the secrets that currently sign for an endpoint, newest first
 * @param credentials what else endpoints require
 */
public record EndpointRules(
        WebhookAddresses addresses, Function<EndpointSettings, List<String>> secrets, CredentialTable credentials) {}
