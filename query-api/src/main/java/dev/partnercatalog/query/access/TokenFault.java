package dev.partnercatalog.query.access;

import com.nimbusds.jwt.proc.BadJWTException;

/**
 * What is wrong with a token whose caller or operator may be told: a clause about "it", in ASCII without quotes and
 * backslashes, which quotes nothing of the token.
 */
final class TokenFault extends BadJWTException {

    private static final long serialVersionUID = 1L;

    TokenFault(String message) {
        super(message);
    }
}
