package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.http.Routes;
import java.util.SplittableRandom;

/** A handler that answers with prepared bytes, as many as its token says first, on a server with the API's settings. */
final class BareServer {

    private BareServer() {}

    public static void main(String[] arguments) throws Exception {
        byte[] prepared = new byte[1 << 20];
        new SplittableRandom(1).nextBytes(prepared);
        JavaProcess.serve(new Routes().post("/v1/{companyId}/variants/batch-get", context -> {
            String token = context.req().getHeader("Authorization");
            int bytes = Integer.parseInt(token, "Bearer ".length(), token.indexOf('.'), 10);
            context.res().setContentLength(bytes);
            context.res().getOutputStream().write(prepared, 0, bytes);
        }));
    }
}
