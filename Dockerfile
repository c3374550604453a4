# One image for the three applications and the commands; it contains no broker and no registry. It uses what
# docker/prepare has built, and nothing from the network except its base image. For amd64 and arm64.
# The base image is selected only by its tag unless docker compose sets a digest: see "Images by digest" in docs/operators/upgrades.md.
ARG BASE_IMAGE=eclipse-temurin:17-jre
FROM ${BASE_IMAGE}

RUN groupadd --gid 10001 catalog \
 && useradd --uid 10001 --gid catalog --no-create-home --home-dir /var/lib/partner-catalog --shell /usr/sbin/nologin catalog \
 && install -d -o catalog -g catalog -m 700 /var/lib/partner-catalog

# What changes least comes first, so that a new version is a small layer on top of the previous ones.
COPY cli/target/image/libraries/ /opt/partner-catalog/libraries/
COPY docker/catalog docker/healthy /usr/local/bin/
COPY cli/target/image/modules/ /opt/partner-catalog/modules/

# RocksDB allocates from many threads; more arenas would retain unused memory.
ENV LANG=C.UTF-8 MALLOC_ARENA_MAX=2 CATALOG_INTERNAL_PORT=8090
USER 10001:10001
WORKDIR /var/lib/partner-catalog
VOLUME /var/lib/partner-catalog

HEALTHCHECK --interval=5s --timeout=5s --start-period=180s --retries=3 CMD ["healthy"]
ENTRYPOINT ["catalog"]
CMD ["--help"]
