# One image for the three applications and the command line. Build the jars first:
#   mvn -DskipTests package && docker build -t partner-catalog .
FROM eclipse-temurin:17-jre

RUN useradd --uid 10001 --create-home --home-dir /var/lib/partner-catalog catalog
COPY cli/target/image/lib/ /opt/partner-catalog/lib/
COPY cli/target/cli-*.jar /opt/partner-catalog/lib/

USER catalog
WORKDIR /var/lib/partner-catalog
ENV CATALOG_STATE_DIR=/var/lib/partner-catalog/state

# SIGTERM reaches Java itself, which then leaves its groups and closes its stores.
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=50", "-XX:+ExitOnOutOfMemoryError", "-cp", "/opt/partner-catalog/lib/*", "dev.partnercatalog.cli.Catalog"]
CMD ["--help"]
