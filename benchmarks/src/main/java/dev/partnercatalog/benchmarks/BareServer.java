package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.http.Routes;
import io.javalin.http.Handler;
import java.io.OutputStream;
import java.util.SplittableRandom;

/** Handlers that answer with prepared bytes, on a server with the same settings as the API's. */
final class BareServer {

    private static final int PIECE = 256 << 10;

    private BareServer() {}

    /** Takes the numbers of bytes to answer with and to stream. */
    public static void main(String[] arguments) throws Exception {
        byte[] answer = random(Integer.parseInt(arguments[0]));
        byte[] piece = random(PIECE);
        Handler answering = context -> {
            context.res().setContentLength(answer.length);
            context.res().getOutputStream().write(answer);
        };
        JavaProcess.serve(new Routes()
                .post("/v1/{companyId}/variants/batch-get", answering)
                .get("/v1/{companyId}/location/{locationId}/variants/changes", answering)
                .get("/v1/{companyId}/location/{locationId}/variants", context -> {
                    OutputStream out = context.res().getOutputStream();
                    for (long left = Long.parseLong(arguments[1]); left > 0; left -= PIECE) {
                        out.write(piece, 0, (int) Math.min(left, PIECE));
                    }
                }));
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(1).nextBytes(bytes);
        return bytes;
    }
}
