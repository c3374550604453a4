# One image for the three applications and the commands; it carries no broker and no registry. It takes what Maven built:
#
#   mvn -q -DskipTests -pl cli -am package dependency:copy-dependencies \
#       -DincludeScope=runtime -DoutputDirectory="$PWD/target/image"
FROM eclipse-temurin:17-jre

RUN groupadd --gid 10001 catalog \
 && useradd --uid 10001 --gid catalog --no-create-home --home-dir /var/lib/partner-catalog --shell /usr/sbin/nologin catalog \
 && install -d -o catalog -g catalog -m 700 /var/lib/partner-catalog

COPY target/image/ /opt/partner-catalog/
COPY cli/target/cli-*.jar /opt/partner-catalog/

USER 10001:10001
WORKDIR /var/lib/partner-catalog
ENV CATALOG_STATE_DIR=/var/lib/partner-catalog
VOLUME /var/lib/partner-catalog

# Half of the container's memory for the heap: the stores keep theirs outside of it.
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=50", "-XX:+ExitOnOutOfMemoryError", "-cp", "/opt/partner-catalog/*", "dev.partnercatalog.cli.Catalog"]
CMD ["--help"]
