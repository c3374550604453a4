package dev.partnercatalog.schemas.key;

import java.util.List;

/** Splits a key at its slashes; if that fails, the exception says what form was expected. */
record KeyParts(String key, String form, List<String> parts) {

    static KeyParts split(String key, String form, int least, int most) {
        List<String> parts = List.of(key.split("/", most + 1));
        if (parts.size() < least || parts.size() > most) {
            throw new InvalidKeyException("key " + Ids.quoted(key) + " is invalid: expected " + form);
        }
        return new KeyParts(key, form, parts);
    }

    static KeyParts split(String key, String form, int count) {
        return split(key, form, count, count);
    }

    int size() {
        return parts.size();
    }

    String text(int part) {
        return parts.get(part);
    }

    long number(int part, String field) {
        return Ids.requireNumber(field, parts.get(part));
    }
}
