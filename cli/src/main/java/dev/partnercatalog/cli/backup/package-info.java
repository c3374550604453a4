/**
 * The backup of what can't be made again from what upstream publishes: partners, clients and signing keys, as a file of
 * JSON lines.
 */
@NullMarked
package dev.partnercatalog.cli.backup;

import org.jspecify.annotations.NullMarked;
