package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.http.Routes;
import java.util.SplittableRandom;

/** A handler that answers with prepared bytes, on a server with the same settings as the API's. */
final class BareServer {

    private BareServer() {}

    /** Takes the number of bytes to answer with. */
    public static void main(String[] arguments) throws Exception {
        byte[] answer = new byte[Integer.parseInt(arguments[0])];
        new SplittableRandom(1).nextBytes(answer);
        JavaProcess.serve(new Routes().post("/v1/{companyId}/variants/batch-get", context -> {
            context.res().setContentLength(answer.length);
            context.res().getOutputStream().write(answer);
        }));
    }
}
