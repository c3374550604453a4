/**
 * The desk: pages for a partner's own engineers, at the API's address below {@code /desk}.
 *
 * <p>A page shows and does what the API's operations show and do for the partner of the client that has signed in, and nothing
 * else: it asks them as any client would, within this process. Nothing here reads a table, except to know which clients there are.
 */
@NullMarked
package dev.partnercatalog.query.desk;

import org.jspecify.annotations.NullMarked;
