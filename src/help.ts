/**
 * What `--help` prints. The build copies the settings into docs/operations.md.
 */
export const HELP = `Cairn, a metadata catalog server on Neo4j and Typesense

Usage: cairn [--demo] [--restored] [--help] [--version]

  --demo      load a small example catalog, a shop, if the store holds nothing else
  --restored  once, after a backup was restored or the data were copied: places in the change stream of before are not continued

Without NEO4J_URI and TYPESENSE_URL, Cairn downloads both engines (once for each user), runs them and keeps their data in DATA_DIR.

Settings, from the environment:
  PORT                8080        0: any free port
  HOST                127.0.0.1   other addresses need AUTH_TOKENS_FILE or ALLOW_OPEN=true
  DATA_DIR            ./data      data of the local engines, and the audit file; one folder for each Cairn
  CACHE_DIR                       downloaded engines (default: cairn in the user's cache folder)
  NEO4J_URI                       use this Neo4j instead of a local one, for example bolt://localhost:7687; neo4j:// for a cluster
  NEO4J_USERNAME      neo4j
  NEO4J_PASSWORD
  NEO4J_HOME                      run this unpacked Neo4j 5.26 instead of a downloaded one
  JAVA_HOME                       run the local Neo4j with this Java (default: the one on the PATH, otherwise a downloaded one)
  TYPESENSE_URL                   use this Typesense instead of a local one, for example http://localhost:8108; several nodes with commas
  TYPESENSE_API_KEY
  API_NAMESPACE                   svc or datahub: the names in URNs, record names and headers of a new store (default: svc); a store keeps its own
  MODEL_DIR                       a folder with your own entity types and aspects (openapi/README.md)
  BASE_PATH                       serve everything below this path, for example /catalog
  AUTH_TOKENS_FILE                lines of <token> <user> [read] [expires=2030-01-31]; without it everybody may read and write
  PUBLIC_URL                      where people reach Cairn, for example https://catalog.example.com; links in mails begin with it
  OIDC_FILE                       identity providers (docs/access.md); needs PUBLIC_URL and AUTH_TOKENS_FILE
  READ_POLICIES       false       true: policies decide what is read, too (docs/access.md)
  ALLOWED_HOSTS                   more names of this server, separated by commas, for example catalog.example.com
  TRUSTED_PROXIES                 proxies whose X-Forwarded-For counts, for example 127.0.0.1,10.0.0.0/8
  ALLOW_OPEN          false       true: serve other machines without tokens
  STRICT_FIELDS       false       true: refuse fields that the model does not know
  RETENTION_VERSIONS              how many older versions of each aspect to keep (default: all)
  CHANGES_DAYS                    how many days the log of changes is kept (default: 30)
  CHANGES_COMMITS                 how many commits of it are kept at most (default: 1000000)
  WEBHOOK_PRIVATE_TARGETS  false  true: webhooks may call private addresses
  WEBHOOK_HOURS       24          after so many hours of failing, a webhook is set aside
  SMTP_URL                        smtp://user:password@host:587, or smtps: send mails to people; needs PUBLIC_URL and MAIL_FROM
  MAIL_FROM                       the address that mails come from
  SECRETS_KEY                     32 bytes in base64 that encrypt the values of secrets (default: secrets are refused)
  INGESTION           false       true: run recipes of ingestion sources (docs/ingestion.md). They run code and read files, as the user of Cairn
  INGESTION_RUNS      1           how many recipes this server runs at a time
  INGESTION_MINUTES   720         how long a recipe may run
  INGESTION_MEMORY_MB  4096       how much memory a recipe may ask for
  SYNONYMS_FILE                   lines of words that mean the same, for search: client, customer; # begins a comment
  REQUEST_SECONDS     60          the longest time for a request; then Cairn answers 503
  DISK_RESERVE_MB     256         take no writes when the disk of DATA_DIR has less left; 0: do not look
  DRAIN_SECONDS       5           after SIGTERM, /health is 503 so long while requests are still served
  LOG_FORMAT                      text or json (default: a few lines on a terminal, JSON elsewhere)
  LOG_LEVEL           info        fatal, error, warn, info, debug or silent

The package has other commands, such as cairn token and cairn load: cairn help lists them. In the repository they are npm run token and so on.

Exit code: 0 after a signal stops Cairn, 1 if Cairn cannot start.
`;
