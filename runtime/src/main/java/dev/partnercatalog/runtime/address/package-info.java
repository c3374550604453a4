/**
 * Which addresses a webhook may go to (D18): pure rules over URLs and IP addresses, with no HTTP client in sight.
 *
 * <p>What accepts a URL from a partner and what connects to it must ask the same rules, so nothing here may depend on
 * either of them.
 */
@NullMarked
package dev.partnercatalog.runtime.address;

import org.jspecify.annotations.NullMarked;
