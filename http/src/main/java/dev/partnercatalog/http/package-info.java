/**
 * HTTP as each of our addresses speaks it: starting a server, its bounds in time and number, the headers that each
 * response carries, reading a request's body strictly, and errors in one form, wherever they are noticed.
 *
 * <p>What an operation means, who calls it and where its data lie is not known here. Nobody else starts a server.
 */
@NullMarked
package dev.partnercatalog.http;

import org.jspecify.annotations.NullMarked;
