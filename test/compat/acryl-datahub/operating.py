"""What runs beside the catalog: secrets and requests for an executor, usage over time, counts of lineage, batches and browsing."""

import requests
from datahub.emitter.mce_builder import make_dataset_urn, make_schema_field_urn
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.metadata import schema_classes as models
from datahub.sdk import DataHubClient
from step import URL, contains, eventually, same, step

graph = DataHubClient(server=URL)._graph
SOURCE, TARGET = (make_dataset_urn("hive", f"operating.{name}") for name in ("source", "target"))
DAY = 86_400_000


def emit(urn, *aspects):
    for aspect in aspects:
        graph.emit_mcp(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))


def ask(query, **variables):
    return graph.execute_graphql(query, variables=variables)


with step("Secrets: made, read back by their names, in no aspect in plain text, deleted"):
    made = ask('mutation { createSecret(input: {name: "WAREHOUSE", value: "s3cr3t-text", description: "of the warehouse"}) }')
    same(made["createSecret"], "urn:li:dataHubSecret:WAREHOUSE")
    values = "query ($names: [String!]!) { getSecretValues(input: {secrets: $names}) { name value } }"
    same(ask(values, names=["WAREHOUSE", "NONE"])["getSecretValues"], [{"name": "WAREHOUSE", "value": "s3cr3t-text"}])
    stored = graph.get_aspect(made["createSecret"], models.DataHubSecretValueClass)
    same("s3cr3t" in stored.value, False)
    ask('mutation { updateSecret(input: {urn: "urn:li:dataHubSecret:WAREHOUSE", name: "WAREHOUSE", value: "new"}) }')
    same(ask(values, names=["WAREHOUSE"])["getSecretValues"][0]["value"], "new")

    def listed():
        secrets = ask("{ listSecrets(input: {start: 0, count: 10}) { secrets { urn name description } } }")["listSecrets"]["secrets"]
        contains([each["name"] for each in secrets], "WAREHOUSE")

    eventually(listed)
    ask('mutation { deleteSecret(urn: "urn:li:dataHubSecret:WAREHOUSE") }')
    same(ask(values, names=["WAREHOUSE"])["getSecretValues"], [])

with step("Ingestion: a source with a schedule, a request to run it, its cancellation and its result"):
    source = ask(
        "mutation ($input: UpdateIngestionSourceInput!) { createIngestionSource(input: $input) }",
        input={
            "name": "Nightly",
            "type": "mysql",
            "schedule": {"interval": "0 5 * * *", "timezone": "UTC"},
            "config": {"recipe": '{"source": {"type": "mysql", "config": {}}}', "executorId": "default", "version": "1.7.0"},
        },
    )["createIngestionSource"]
    run = ask("mutation ($urn: String!) { createIngestionExecutionRequest(input: {ingestionSourceUrn: $urn}) }", urn=source)
    run = run["createIngestionExecutionRequest"]
    wanted = graph.get_aspect(run, models.ExecutionRequestInputClass)
    same((wanted.task, wanted.source.ingestionSource, wanted.executorId), ("RUN_INGEST", source, "default"))
    ask(
        "mutation ($urn: String!, $run: String!) { cancelIngestionExecutionRequest(input: {ingestionSourceUrn: $urn, executionRequestUrn: $run}) }",
        urn=source,
        run=run,
    )
    same(graph.get_aspect(run, models.ExecutionRequestSignalClass).signal, "KILL")
    for status in ("RUNNING", "CANCELLED"):
        emit(run, models.ExecutionRequestResultClass(status=status, startTimeMs=1, durationMs=2))
    same(graph.get_aspect(run, models.ExecutionRequestResultClass, version=1), None)

    def shown():
        read = "query ($urn: String!) { ingestionSource(urn: $urn) { type name executions(start: 0, count: 5) { total executionRequests { urn } } } }"
        same(
            ask(read, urn=source)["ingestionSource"],
            {"type": "mysql", "name": "Nightly", "executions": {"total": 1, "executionRequests": [{"urn": run}]}},
        )

    eventually(shown)

with step("Usage: empty days between, and a table of points by day"):
    for day, queries in ((20_000, 3), (20_002, 5)):
        emit(
            TARGET,
            models.DatasetUsageStatisticsClass(
                timestampMillis=day * DAY,
                eventGranularity=models.TimeWindowSizeClass(unit=models.CalendarIntervalClass.DAY, multiple=1),
                totalSqlQueries=queries,
                uniqueUserCount=1,
            ),
        )
    read = "query ($urn: String!) { dataset(urn: $urn) { usageStats(range: ALL) { buckets { bucket metrics { totalSqlQueries } } } statsSummary { queryCountLast30Days } } }"
    dataset = ask(read, urn=TARGET)["dataset"]
    same([each["metrics"]["totalSqlQueries"] for each in dataset["usageStats"]["buckets"]], [3, 0, 5])
    same(dataset["statsSummary"]["queryCountLast30Days"], 0)
    table = graph._post_generic(
        f"{URL}/analytics?action=getTimeseriesStats",
        {
            "entityName": "dataset",
            "aspectName": "datasetUsageStatistics",
            "filter": {"or": [{"and": [{"field": "urn", "value": TARGET}]}]},
            "metrics": [{"fieldPath": "totalSqlQueries", "aggregationType": "SUM"}],
            "buckets": [{"key": "timestampMillis", "type": "DATE_GROUPING_BUCKET", "timeWindowSize": {"multiple": 1, "unit": "DAY"}}],
        },
    )["value"]["table"]
    same(table["rows"], [[str(20_000 * DAY), "3"], [str(20_002 * DAY), "5"]])

with step("Lineage: counts of columns, those that are only named included"):
    columns = [make_schema_field_urn(TARGET, name) for name in ("known", "unknown")]
    field = models.SchemaFieldClass("known", models.SchemaFieldDataTypeClass(models.NumberTypeClass()), "int")
    schema = models.SchemaMetadataClass("s", "urn:li:dataPlatform:hive", 0, "", models.OtherSchemaClass(""), [field])
    fine = [
        models.FineGrainedLineageClass(
            upstreamType=models.FineGrainedLineageUpstreamTypeClass.FIELD_SET,
            downstreamType=models.FineGrainedLineageDownstreamTypeClass.FIELD,
            upstreams=[make_schema_field_urn(SOURCE, "id")],
            downstreams=[column],
        )
        for column in columns
    ]
    upstream = models.UpstreamClass(dataset=SOURCE, type=models.DatasetLineageTypeClass.TRANSFORMED)
    emit(SOURCE, models.StatusClass(removed=False))
    emit(TARGET, schema, models.UpstreamLineageClass(upstreams=[upstream], fineGrainedLineages=fine))
    count = "query ($input: SearchAcrossLineageCountsInput!) { searchAcrossLineageCounts(input: $input) { total } }"
    asked = {"urn": make_schema_field_urn(SOURCE, "id"), "direction": "DOWNSTREAM"}
    for total, more in (0, {}), (1, {"includeGhostEntities": True}), (2, {"includeGhostEntities": True, "validateSchemaFields": "NONE"}):
        same(ask(count, input={**asked, **more})["searchAcrossLineageCounts"]["total"], total, str(more))

with step("Batches: async=true writes what is valid, a patch answers with its defaults"):
    good, bad = make_dataset_urn("hive", "operating.good"), make_dataset_urn("hive", "operating.bad")
    batch = [{"urn": good, "status": {"value": {"removed": False}}}, {"urn": bad, "status": {"value": {"removed": "no"}}}]
    answer = requests.post(f"{URL}/openapi/v3/entity/dataset?async=true", json=batch)
    same((answer.status_code, [each["urn"] for each in answer.json()]), (202, [good]))
    emit(good, models.DatasetPropertiesClass(name="old"))
    patch = [{"urn": good, "datasetProperties": {"value": {"patch": [{"op": "add", "path": "/description", "value": "new"}]}}}]
    (patched,) = requests.patch(f"{URL}/openapi/v3/entity/dataset?async=false", json=patch).json()
    value = patched["datasetProperties"]["value"]
    same((value["description"], value["customProperties"], value["tags"]), ("new", {}, []))

with step("Browsing and recommendations: a folder of its own words, the platforms of the home page"):
    emit(SOURCE, models.BrowsePathsClass(paths=["/prod/kafka1"]))

    def browsed():
        found = ask('{ browse(input: {type: DATASET, path: ["prod", "kafka1"], start: 0, count: 10}) { entities { urn } } }')
        same(found["browse"]["entities"], [{"urn": SOURCE}])
        home = 'query { listRecommendations(input: {userUrn: "urn:li:corpuser:datahub", requestContext: {scenario: HOME}, limit: 5}) { modules { moduleId content { entity { urn } } } } }'
        modules = {each["moduleId"]: each["content"] for each in ask(home)["listRecommendations"]["modules"]}
        contains([each["entity"]["urn"] for each in modules["Platforms"]], "urn:li:dataPlatform:hive")

    eventually(browsed)
