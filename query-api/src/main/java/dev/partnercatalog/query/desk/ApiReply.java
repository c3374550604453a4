package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.http.InnerResponse;

/**
 * A response of the API.
 *
 * @param json its body; missing if that isn't JSON, or is too large for a page
 */
record ApiReply(InnerResponse response, JsonNode json) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static ApiReply of(InnerResponse response) {
        try {
            return new ApiReply(response, response.cut() ? MissingNode.getInstance() : JSON.readTree(response.body()));
        } catch (JsonProcessingException e) {
            return new ApiReply(response, MissingNode.getInstance());
        }
    }

    int status() {
        return response.status();
    }

    /** The entity tag of what the body shows; empty if it has none. */
    String tag() {
        return response.headers().getOrDefault("etag", "");
    }

    /** The same if it is a success; throws {@link ApiRefusal} for anything else. */
    ApiReply success() {
        if (!response.isSuccess()) {
            throw new ApiRefusal(this);
        }
        return this;
    }

    /** The body of a {@link #success}; throws {@link HttpProblem} if it is too large for a page. */
    JsonNode orThrow() {
        if (success().response.cut()) {
            throw HttpProblem.of(
                    ErrorCode.INTERNAL,
                    "What this page is about is too large for a page.",
                    "Use the API with a program of yours.");
        }
        return json;
    }
}
