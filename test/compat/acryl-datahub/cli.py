"""The command line: what a person types, and what it then prints."""

import json
import os
import subprocess

from step import URL, WORK, contains, eventually, same, step

TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,cli.orders,PROD)"
OTHER = "urn:li:dataset:(urn:li:dataPlatform:hive,cli.events,PROD)"


def run(*words, given=None, fails=False):
    """What a command prints. It must succeed, unless `fails`."""
    ended = subprocess.run(["datahub", *words], capture_output=True, text=True, input=given, cwd=WORK, timeout=300)
    if (ended.returncode != 0) != fails:
        raise AssertionError(f"datahub {' '.join(words)} ended with {ended.returncode}: {(ended.stdout + ended.stderr)[-500:]}")
    return ended.stdout + ended.stderr


def file(name, text):
    path = os.path.join(WORK, name)
    with open(path, "w") as out:
        out.write(text)
    return path


def put(urn, aspect, value):
    return run("put", "--urn", urn, "-a", aspect, "-d", file("aspect.json", json.dumps(value)))


with step("CLI put, get, exists"):
    put(TABLE, "datasetProperties", {"name": "orders", "description": "one row for each order"})
    put(OTHER, "upstreamLineage", {"upstreams": [{"dataset": TABLE, "type": "TRANSFORMED"}]})
    contains(run("get", "--urn", TABLE, "-a", "datasetProperties"), "one row for each order")
    contains(run("exists", "--urn", TABLE).lower(), "true")
    run("put", "platform", "--name", "cli_platform", "--display_name", "CLI platform", "--logo", "https://example.com/l.png")

with step("CLI check server-config, restore-indices"):
    contains(run("check", "server-config"), "datahub")
    run("check", "restore-indices", "--urn", TABLE)

with step("CLI check get-kafka-consumer-offsets, of a catalog without Kafka"):
    run("check", "get-kafka-consumer-offsets")

with step("CLI user, group"):
    run("user", "upsert", "-f", file("user.yml", "id: cli.bob@example.com\nfirst_name: Bob\nlast_name: B\nemail: cli.bob@example.com\ngroups: [cli-team]\n"))
    run("group", "upsert", "-f", file("group.yml", "id: cli-team\ndisplay_name: CLI team\nowners: [cli.bob@example.com]\nmembers: [cli.bob@example.com]\n"))
    contains(run("get", "--urn", "urn:li:corpGroup:cli-team", "-a", "corpGroupInfo"), "CLI team")

with step("CLI properties upsert, get, list; forms"):
    run("properties", "upsert", "-f", file("properties.yml", "- id: cli.tier\n  type: string\n  cardinality: SINGLE\n  display_name: CLI tier\n  entity_types: [dataset]\n  allowed_values: [{value: gold}, {value: tin}]\n"))
    contains(run("properties", "get", "--urn", "urn:li:structuredProperty:cli.tier"), "CLI tier")
    eventually(lambda: contains(run("properties", "list", "--details"), "cli.tier"))
    run("forms", "upsert", "-f", file("forms.yml", "- id: cli-form\n  name: CLI form\n  type: VERIFICATION\n  prompts:\n    - id: tier\n      title: Tier\n      type: STRUCTURED_PROPERTY\n      structured_property_id: cli.tier\n      required: true\n  entities: {urns: ['%s']}\n" % TABLE))
    contains(run("forms", "get", "--urn", "urn:li:form:cli-form"), "CLI form")

with step("CLI dataset, dataproduct"):
    run("dataset", "upsert", "-f", file("dataset.yml", "id: cli.made\nplatform: hive\nenv: PROD\ndescription: made by a file\nschema:\n  fields:\n    - {id: a, type: string}\n"))
    run("dataset", "add-sibling", "--urn", TABLE, "--sibling-urns", OTHER)
    put("urn:li:domain:cli", "domainProperties", {"name": "CLI domain"})
    run("dataproduct", "upsert", "-f", file("product.yml", "id: cli-product\ndomain: urn:li:domain:cli\ndisplay_name: CLI product\nassets: ['%s']\n" % TABLE))
    contains(run("dataproduct", "get", "--urn", "urn:li:dataProduct:cli-product"), "CLI product")
    run("dataproduct", "add_owner", "--urn", "urn:li:dataProduct:cli-product", "--owner", "urn:li:corpuser:cli.bob", "--owner-type", "TECHNICAL_OWNER")


with step("CLI lineage, search, graphql"):
    eventually(lambda: contains(run("lineage", "--urn", TABLE, "--direction", "downstream"), OTHER))
    eventually(lambda: contains(run("search", "cli.orders"), TABLE))
    contains(run("graphql", "--query", '{ dataset(urn: "%s") { properties { description } } }' % TABLE), "one row for each order")
    contains(run("graphql", "--list-operations"), "searchAcrossEntities")

with step("CLI timeline"):
    put(TABLE, "globalTags", {"tags": [{"tag": "urn:li:tag:cli"}]})
    contains(run("timeline", "--urn", TABLE, "-c", "TAG"), "cli")

with step("CLI delete: soft, undo, hard, by filter, references"):
    contains(run("delete", "--urn", OTHER, "--soft", "--force").lower(), "delet")
    run("delete", "undo-by-filter", "--urn", OTHER)
    run("delete", "references", "--urn", "urn:li:tag:cli", "--force")
    run("delete", "--urn", OTHER, "--hard", "--force")
    eventually(lambda: contains(run("delete", "by-filter", "--platform", "hive", "--query", "cli.made", "--dry-run", "--force"), "cli.made"))

with step("CLI iceberg: warehouses are stored and listed"):
    from datahub.emitter.mcp import MetadataChangeProposalWrapper
    from datahub.ingestion.graph.client import get_default_graph
    from datahub.metadata import schema_classes as models

    warehouse = "urn:li:dataPlatformInstance:(urn:li:dataPlatform:iceberg,cli_warehouse)"
    get_default_graph().emit_mcp(
        MetadataChangeProposalWrapper(
            entityUrn=warehouse,
            aspect=models.IcebergWarehouseInfoClass(
                dataRoot="s3://bucket/root", clientId="urn:li:dataHubSecret:id", clientSecret="urn:li:dataHubSecret:secret", region="eu", env="PROD"
            ),
        )
    )
    eventually(lambda: contains(run("iceberg", "list"), "cli_warehouse"))
    contains(run("iceberg", "get", "-w", "cli_warehouse"), "s3://bucket/root")

with step("CLI migrate dataplatform2instance"):
    put("urn:li:dataset:(urn:li:dataPlatform:cliold,moved.t,PROD)", "datasetProperties", {"description": "moves"})
    eventually(lambda: contains(run("migrate", "dataplatform2instance", "--platform", "cliold", "--instance", "here", "--dry-run", "--force"), "Found 1 dataset"))
    run("migrate", "dataplatform2instance", "--platform", "cliold", "--instance", "here", "--force")
    contains(run("get", "--urn", "urn:li:dataset:(urn:li:dataPlatform:cliold,here.moved.t,PROD)", "-a", "datasetProperties"), "moves")

with step("CLI migrate instance2instance"):
    old, new = (f"urn:li:dataset:(urn:li:dataPlatform:cliold,{instance}.moved.t,PROD)" for instance in ("here", "there"))
    put(OTHER, "upstreamLineage", {"upstreams": [{"dataset": old, "type": "TRANSFORMED"}]})
    words = ["migrate", "instance2instance", "--platform", "cliold", "--old-instance", "here", "--new-instance", "there", "--force"]
    eventually(lambda: contains(run(*words, "--dry-run"), "Found 1 dataset"))
    run(*words)
    contains(run("get", "--urn", new, "-a", "datasetProperties"), "moves")
    contains(run("get", "--urn", new, "-a", "dataPlatformInstance"), "cliold,there")
    contains(run("get", "--urn", OTHER, "-a", "upstreamLineage"), new)
    contains(run("get", "--urn", old, "-a", "status"), "true")

with step("CLI migrate urns-mapping"):
    old, new = (f"urn:li:dataset:(urn:li:dataPlatform:{platform},mapped,PROD)" for platform in ("cliold", "clinew"))
    put(old, "datasetProperties", {"description": "is mapped"})
    put(OTHER, "upstreamLineage", {"upstreams": [{"dataset": old, "type": "TRANSFORMED"}]})
    run("migrate", "urns-mapping", "--mapping-file", file("mapping.json", json.dumps({old: new})), "--force", "--hard")
    contains(run("get", "--urn", new, "-a", "datasetProperties"), "is mapped")
    contains(run("get", "--urn", OTHER, "-a", "upstreamLineage"), new)
    contains(run("exists", "--urn", old).lower(), "false")

with step("CLI ingest deploy, list-source-runs"):
    recipe = file("deployed.yml", "name: cli-deployed\nsource: {type: demo-data, config: {}}\n")
    contains(run("ingest", "deploy", "--name", "cli-deployed", "-c", recipe).lower(), "deployed")
    mine = file("mine.json", "[]")
    recipe = "source: {type: file, config: {path: %s}}\npipeline_name: cli-pipeline\nsink: {type: datahub-rest, config: {server: '%s'}}\n" % (mine, URL)
    run("ingest", "run", "-c", file("run.yml", recipe))
    eventually(lambda: contains(run("ingest", "list-source-runs"), "SUCCESS"))
