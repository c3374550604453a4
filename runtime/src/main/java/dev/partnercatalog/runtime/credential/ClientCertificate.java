package dev.partnercatalog.runtime.credential;

import dev.partnercatalog.runtime.secret.SecretException;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client certificate for connections, and its private key.
 *
 * @param certificates PEM: the client's own first, then its issuers' in order, as far as servers need them
 * @param privateKey PKCS#8 in PEM, without a password
 */
public record ClientCertificate(String certificates, String privateKey) {

    /** In characters. */
    private static final int LONGEST_CERTIFICATES = 16 << 10;

    private static final int LONGEST_KEY = 8 << 10;
    private static final int MOST_CERTIFICATES = 5;
    private static final int LEAST_RSA_BITS = 2048;
    private static final Pattern CERTIFICATE = block("CERTIFICATE");
    private static final Pattern PRIVATE_KEY = block("PRIVATE KEY");

    /**
     * The certificates and the key as Java objects.
     *
     * @param chain the client's own first
     */
    public record Material(List<X509Certificate> chain, PrivateKey key) {

        public Material {
            chain = List.copyOf(chain);
        }

        @Override
        public String toString() {
            return "Material[hidden]";
        }
    }

    private static Pattern block(String label) {
        return Pattern.compile("-----BEGIN " + label + "-----([A-Za-z0-9+/=\\s]++)-----END " + label + "-----");
    }

    /** Parses both; throws {@link SecretException} with the reason if they can't be used together. */
    public Material material() {
        List<X509Certificate> chain = chain(certificates);
        X509Certificate own = chain.get(0);
        String algorithm = own.getPublicKey().getAlgorithm();
        boolean weak =
                own.getPublicKey() instanceof RSAKey rsa && rsa.getModulus().bitLength() < LEAST_RSA_BITS;
        if (weak || !(algorithm.equals("RSA") || algorithm.equals("EC"))) {
            throw new SecretException("the certificate must be for an EC key, or an RSA key of at least "
                    + LEAST_RSA_BITS + " bits, but is for " + (weak ? "a shorter one" : algorithm));
        }
        PrivateKey key = key(algorithm);
        requirePair(own, key, algorithm.equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
        return new Material(chain, key);
    }

    /** Parses certificates; throws {@link SecretException} if they can't be read or aren't in order. */
    static List<X509Certificate> chain(String certificates) {
        if (certificates.length() > LONGEST_CERTIFICATES) {
            throw new SecretException("the certificates are longer than " + LONGEST_CERTIFICATES + " characters");
        }
        List<X509Certificate> chain = new ArrayList<>();
        Matcher block = CERTIFICATE.matcher(certificates);
        while (block.find()) {
            chain.add(certificate(block.group(1)));
        }
        if (chain.isEmpty() || chain.size() > MOST_CERTIFICATES) {
            throw new SecretException(
                    "expected 1 to " + MOST_CERTIFICATES + " certificates in PEM, found " + chain.size());
        }
        for (int i = 1; i < chain.size(); i++) {
            try {
                chain.get(i - 1).verify(chain.get(i).getPublicKey());
            } catch (GeneralSecurityException e) {
                throw new SecretException("certificate " + (i + 1) + " isn't that of the previous one's issuer", e);
            }
        }
        return chain;
    }

    private static X509Certificate certificate(String base64) {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(decode(base64)));
        } catch (CertificateException e) {
            throw new SecretException("a certificate can't be read", e);
        }
    }

    /** Faults here are reported without their cause, which might reveal part of the key. */
    private PrivateKey key(String algorithm) {
        Matcher block = PRIVATE_KEY.matcher(privateKey);
        if (privateKey.length() > LONGEST_KEY || !block.find()) {
            throw new SecretException(
                    "expected a private key as PKCS#8 in PEM without a password (BEGIN PRIVATE KEY), of up" + " to "
                            + LONGEST_KEY + " characters: 'openssl pkcs8 -topk8 -nocrypt -in KEY' creates one");
        }
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(decode(block.group(1))));
        } catch (GeneralSecurityException e) {
            throw new SecretException(
                    "the private key can't be read, or isn't of the certificate's type, " + algorithm);
        }
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new SecretException("the text between BEGIN and END isn't base64");
        }
    }

    private static void requirePair(X509Certificate certificate, PrivateKey key, String algorithm) {
        try {
            byte[] proof = {1};
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(proof);
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(certificate.getPublicKey());
            verifying.update(proof);
            if (verifying.verify(signing.sign())) {
                return;
            }
        } catch (GeneralSecurityException e) {
            throw new SecretException("the private key can't sign", e);
        }
        throw new SecretException("the private key doesn't match the first certificate");
    }

    /** The key is a secret. */
    @Override
    public String toString() {
        return "ClientCertificate[hidden]";
    }
}
