"""The SDK: entities of every kind, lineage, search with every filter, resolving names, assertions."""

import time
from datetime import datetime, timedelta, timezone

from datahub.metadata import schema_classes as models
from datahub.metadata.urns import CorpUserUrn, DomainUrn, TagUrn
from datahub.sdk import (
    Chart,
    Container,
    Dashboard,
    DataFlow,
    DataHubClient,
    DataJob,
    Dataset,
    Document,
    FilterDsl as F,
    GlossaryNode,
    GlossaryTerm,
    MLModel,
    MLModelGroup,
    Tag,
)
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.emitter.mcp_builder import DatabaseKey
from datahub.sdk.metric import Metric
from datahub.sdk.semantic_model import SemanticModel
from step import URL, contains, eventually, same, step

client = DataHubClient(server=URL)
graph = client._graph
WHEN = datetime(2026, 1, 2, tzinfo=timezone.utc)


def emit(urn, *aspects):
    graph.emit_mcps([MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect) for aspect in aspects])


domain = "urn:li:domain:sdk-sales"
emit(domain, models.DomainPropertiesClass(name="SDK Sales"))
emit("urn:li:corpuser:sdk.jane", models.CorpUserInfoClass(active=True, displayName="Jane SDK", email="jane@sdk.example"))
emit(
    "urn:li:structuredProperty:sdk.tier",
    models.StructuredPropertyDefinitionClass(
        qualifiedName="sdk.tier",
        valueType="urn:li:dataType:datahub.string",
        entityTypes=["urn:li:entityType:datahub.dataset", "urn:li:entityType:datahub.dataFlow"],
    ),
)

ASSOCIATED = dict(owners=[CorpUserUrn("sdk.jane")], tags=[TagUrn("sdk-pii")], domain=DomainUrn("sdk-sales"))
tag = Tag(name="sdk-pii", display_name="SDK PII", description="personal", color="#ff0000")
node = GlossaryNode(id="sdk-finance", display_name="SDK Finance", definition="money")
term = GlossaryTerm(id="sdk-revenue", display_name="SDK Revenue", definition="what comes in", parent_node=node)
container = Container(
    DatabaseKey(platform="snowflake", database="sdk_db"), display_name="sdk_db", subtype="Database", description="a database", **ASSOCIATED
)
source = Dataset(
    platform="snowflake",
    name="sdk_db.raw.orders",
    description="raw orders",
    parent_container=container,
    subtype="Table",
    schema=[("id", "number"), ("amount", "number"), ("buyer", "string", "who bought")],
    custom_properties={"team": "sdk"},
    created=WHEN,
    terms=["urn:li:glossaryTerm:sdk-revenue"],
    structured_properties={"urn:li:structuredProperty:sdk.tier": ["gold"]},
    links=["https://example.com/orders"],
    **ASSOCIATED,
)
mart = Dataset(
    platform="snowflake", name="sdk_db.mart.orders", schema=[("id", "number"), ("amount", "number")], subtype="View",
    view_definition="select id, amount from raw.orders", parent_container=container,
)
dev = Dataset(platform="bigquery", name="sdk.dev.orders", display_name="SDK dev orders", env="DEV", description="orders of the developers")
flow = DataFlow(platform="airflow", name="sdk_flow", description="loads orders", **ASSOCIATED)
job = DataJob(name="sdk_load", flow=flow, description="one task", inlets=[source.urn], outlets=[mart.urn])
chart = Chart(platform="looker", name="sdk_chart", display_name="Orders by day", input_datasets=[mart.urn], description="by day")
dashboard = Dashboard(platform="looker", name="sdk_dashboard", display_name="SDK board", charts=[chart], input_datasets=[mart.urn])
group = MLModelGroup(id="sdk_group", platform="mlflow", name="SDK group", description="models")
model = MLModel(id="sdk_model", platform="mlflow", name="SDK model", model_group=group.urn, hyper_params={"depth": "3"}, version="1")
document = Document.create_document(id="sdk-guide", title="SDK guide", text="How to read orders", related_assets=[source.urn])
semantic = SemanticModel(platform="dbt", path="sdk", id="sales", name="SDK sales model", description="orders and buyers")
metric = Metric(platform="dbt", path="sdk", id="revenue", name="SDK revenue metric", semantic_model=semantic.urn, description="sum of amount")
ENTITIES = [tag, node, term, container, source, mart, dev, flow, job, chart, dashboard, group, model, document, semantic, metric]

with step("SDK: entities of every kind are upserted and read back equal") as notes:
    for entity in ENTITIES:
        client.entities.upsert(entity)
        back = client.entities.get(entity.urn)
        sent, got = ({aspect.ASPECT_NAME: aspect.to_obj() for aspect in each._aspects.values()} for each in (entity, back))
        for name, value in sent.items():
            # Servers compute the owners by type, and where domains come from.
            for computed in ("ownerTypes", "domainAssociations"):
                value.pop(computed, None), got.get(name, {}).pop(computed, None)
            same(got.get(name), value, f"{entity.urn} {name}")
    notes.append(f"{len({type(each) for each in ENTITIES})} kinds")

with step("SDK: create refuses what exists, update patches, delete hides and removes"):
    fresh = Dataset(platform="hive", name="sdk.fresh", description="new")
    client.entities.delete(fresh.urn, check_exists=False, hard=True)
    client.entities.create(fresh)
    try:
        client.entities.create(Dataset(platform="hive", name="sdk.fresh"))
        raise AssertionError("a second create is accepted")
    except Exception as error:
        contains(str(error).lower(), "already exists")
    read = client.entities.get(fresh.urn)
    read.set_description("changed")
    client.entities.update(read)
    same(client.entities.get(fresh.urn).description, "changed")
    from datahub.specific.dataset import DatasetPatchBuilder

    client.entities.update(DatasetPatchBuilder(str(fresh.urn)).add_tag(models.TagAssociationClass("urn:li:tag:sdk-pii")))
    same([str(each.tag) for each in client.entities.get(fresh.urn).tags], ["urn:li:tag:sdk-pii"])
    client.entities.delete(fresh.urn)
    client.entities.delete(fresh.urn, hard=True)
    same(graph.exists(str(fresh.urn)), False)


def found(**query):
    return {str(urn) for urn in client.search.get_urns(**query)}


DATASETS = {str(source.urn), str(mart.urn), str(dev.urn)}
FILTERS = {
    "entity_type": (F.entity_type("dataset"), DATASETS),
    "entity_subtype": (F.entity_subtype("View"), {str(mart.urn)}),
    "platform": (F.platform("bigquery"), {str(dev.urn)}),
    "domain": (F.domain(domain), {str(source.urn), str(flow.urn), str(container.urn)}),
    "container": (F.container(str(container.urn)), {str(source.urn), str(mart.urn)}),
    "direct container": (F.container(str(container.urn), direct_descendants_only=True), {str(source.urn), str(mart.urn)}),
    "env": (F.and_(F.env("DEV"), F.platform("bigquery")), {str(dev.urn)}),
    "owner": (F.owner("urn:li:corpuser:sdk.jane"), {str(source.urn), str(flow.urn), str(container.urn)}),
    "glossary_term": (F.glossary_term("urn:li:glossaryTerm:sdk-revenue"), {str(source.urn)}),
    "tag": (F.tag("urn:li:tag:sdk-pii"), {str(source.urn), str(flow.urn), str(container.urn)}),
    "has_custom_property": (F.has_custom_property("team", "sdk"), {str(source.urn)}),
    "custom_filter": (F.custom_filter("name", "EQUAL", ["SDK dev orders"]), {str(dev.urn)}),
    "and, or, not": (
        F.and_(F.entity_type("dataset"), F.or_(F.platform("hive"), F.platform("snowflake")), F.not_(F.platform("bigquery"))),
        {str(source.urn), str(mart.urn)},
    ),
    "true": (F.and_(F.true(), F.platform("bigquery")), {str(dev.urn)}),
    "false": (F.false(), set()),
}
with step("SDK search: every filter") as notes:
    for name, (filter, wanted) in FILTERS.items():

        def check():
            ours = {urn for urn in found(filter=filter) if "sdk" in urn or urn == str(container.urn)}
            same(ours, wanted, name)

        eventually(check)
    notes.append(", ".join(FILTERS))

with step("SDK search: words, soft-deleted entities, paging"):
    contains(found(query="sdk_db.raw.orders"), str(source.urn))
    graph.soft_delete_entity(str(dev.urn))

    def hidden():
        same(str(dev.urn) in found(filter=F.platform("bigquery")), False)
        same(str(dev.urn) in found(filter=F.and_(F.platform("bigquery"), F.soft_deleted("ONLY_SOFT_DELETED"))), True)

    eventually(hidden)
    graph.set_soft_delete_status(str(dev.urn), delete=False)

with step("SDK lineage: platforms, hops and kinds of what is upstream and downstream"):

    def lineage():
        up = {each.urn: each for each in client.lineage.get_lineage(source_urn=mart.urn, direction="upstream", max_hops=3)}
        same({urn: (each.type, each.platform, each.hops) for urn, each in up.items()},
             {str(job.urn): ("DATA_JOB", "airflow", 1), str(source.urn): ("DATASET", "snowflake", 2)})
        down = {each.urn: each for each in client.lineage.get_lineage(source_urn=source.urn, direction="downstream", max_hops=3)}
        # The client asks for the platforms of datasets and jobs alone.
        same({urn: (each.platform, each.hops) for urn, each in down.items()},
             {str(job.urn): ("airflow", 1), str(mart.urn): ("snowflake", 2), str(chart.urn): (None, 3), str(dashboard.urn): (None, 3)})
        same(down[str(job.urn)].name, "sdk_load")

    eventually(lineage)

with step("SDK lineage: added between columns, from SQL, and read by column"):
    client.lineage.add_lineage(upstream=source.urn, downstream=mart.urn, column_lineage="auto_strict")
    client.entities.upsert(Dataset(platform="snowflake", name="sdk_db.raw.orders_by_buyer", schema=[("buyer", "string"), ("total", "number")]))
    client.lineage.infer_lineage_from_sql(
        query_text="create table orders_by_buyer as select buyer, sum(amount) as total from orders group by buyer",
        platform="snowflake", default_db="sdk_db", default_schema="raw",
    )

    def columns():
        got = client.lineage.get_lineage(source_urn=source.urn, source_column="amount", direction="downstream")
        contains([path.urn for each in got for path in each.paths], f"urn:li:schemaField:({mart.urn},amount)")

    eventually(columns)

with step("SDK lineage: added between every pair of types, filtered, from a schema field, with the text of a query") as notes:
    made = {
        "dataset": [Dataset(platform="snowflake", name=f"sdk_pairs.t{number}", schema=[("id", "number"), ("total", "number")]) for number in range(3)],
        "dataJob": [DataJob(name=f"sdk_pairs_{number}", flow=flow) for number in range(2)],
        "chart": [Chart(platform="looker", name="sdk_pairs_chart")],
        "dashboard": [Dashboard(platform="looker", name=f"sdk_pairs_{number}") for number in range(2)],
    }
    for each in made.values():
        for entity in each:
            client.entities.upsert(entity)
    tables, jobs, (pie,), boards = ([entity.urn for entity in each] for each in made.values())
    query = "insert into t1 select id, sum(total) as total from t0 group by id"
    PAIRS = [
        (tables[0], tables[1], dict(column_lineage=True, transformation_text=query)),
        (tables[1], tables[2], dict(column_lineage={"total": ["total"]})),
        (tables[2], jobs[0], {}),
        (jobs[0], jobs[1], {}),
        (jobs[1], tables[0], {}),
        (tables[2], pie, {}),
        (pie, boards[0], {}),
        (tables[2], boards[0], {}),
        (boards[0], boards[1], {}),
    ]
    for above, below, more in PAIRS:
        client.lineage.add_lineage(upstream=above, downstream=below, **more)

    def neighbours():
        for above, below, _ in PAIRS:
            down = {each.urn for each in client.lineage.get_lineage(source_urn=above, direction="downstream")}
            contains(down, str(below), f"downstream of {above}")
            up = {each.urn for each in client.lineage.get_lineage(source_urn=below, direction="upstream")}
            contains(up, str(above), f"upstream of {below}")

    eventually(neighbours)
    got = client.lineage.get_lineage(source_urn=tables[0], direction="downstream", max_hops=3, filter=F.entity_type("dashboard"))
    # More than two hops is any number.
    same({each.urn for each in got}, {str(each) for each in boards}, "only dashboards")
    got = client.lineage.get_lineage(source_urn=tables[0], direction="downstream", max_hops=3, filter=F.and_(F.platform("snowflake"), F.entity_type("dataset")))
    same({each.urn for each in got}, {str(tables[1]), str(tables[2])}, "only datasets")
    field = f"urn:li:schemaField:({tables[0]},total)"
    got = client.lineage.get_lineage(source_urn=field, direction="downstream", max_hops=2)
    ends = {each.paths[-1].urn for each in got}
    same(ends, {f"urn:li:schemaField:({tables[number]},total)" for number in (1, 2)}, "from a schema field")
    query_urn = graph.get_aspect(str(tables[1]), models.UpstreamLineageClass).upstreams[0].query
    contains(graph.get_aspect(query_urn, models.QueryPropertiesClass).statement.value, "sum(total)")
    notes.append(f"{len(PAIRS)} edges")

with step("SDK resolve: domain, user by name and address, term"):

    def resolve():
        same(str(client.resolve.domain(name="SDK Sales")), domain)
        same(str(client.resolve.user(name="Jane SDK")), "urn:li:corpuser:sdk.jane")
        same(str(client.resolve.user(email="jane@sdk.example")), "urn:li:corpuser:sdk.jane")
        same(str(client.resolve.term(name="SDK Revenue")), "urn:li:glossaryTerm:sdk-revenue")

    eventually(resolve)

with step("SDK assertions: a custom one, its result, and the circuit breaker"):
    made = client.assertions.sync_custom_assertion(
        entity_urn=str(source.urn), type="Freshness", description="fresh each day", platform_name="sdk-checks", urn="urn:li:assertion:sdk-1"
    )
    contains(str(made), "urn:li:assertion:sdk-1")
    client.assertions.report_assertion_result(urn="urn:li:assertion:sdk-1", timestamp_millis=int(time.time() * 1000), type="FAILURE")
    from datahub.api.circuit_breaker import AssertionCircuitBreaker, AssertionCircuitBreakerConfig

    breaker = AssertionCircuitBreaker(AssertionCircuitBreakerConfig(datahub_host=URL, datahub_token=None, verify_after_last_update=False))
    eventually(lambda: same(breaker.is_circuit_breaker_active(str(source.urn)), True))
    client.assertions.report_assertion_result(urn="urn:li:assertion:sdk-1", timestamp_millis=int(time.time() * 1000) + 5, type="SUCCESS")
    eventually(lambda: same(breaker.is_circuit_breaker_active(str(source.urn)), False))

with step("Operations: reported and queried, and their circuit breaker"):
    from datahub.api.circuit_breaker import OperationCircuitBreaker, OperationCircuitBreakerConfig
    from datahub.api.graphql.operation import Operation

    operation = Operation(datahub_host=URL, datahub_token=None)
    operation.report_operation(urn=str(mart.urn), operation_type="INSERT", num_affected_rows=7)
    got = operation.query_operations(str(mart.urn), limit=5)
    same([each["operationType"] for each in got], ["INSERT"])
    breaker = OperationCircuitBreaker(OperationCircuitBreakerConfig(datahub_host=URL, datahub_token=None, time_delta=timedelta(hours=1)))
    same(breaker.is_circuit_breaker_active(str(mart.urn)), False)
    same(breaker.is_circuit_breaker_active(str(dev.urn)), True)

with step("Connections: written, read, and named by the data platform"):
    graph.set_connection_json("urn:li:dataHubConnection:sdk", platform_urn="urn:li:dataPlatform:slack", config={"a": 1}, name="Slack")
    same(graph.get_connection_json("urn:li:dataHubConnection:sdk"), {"a": 1})

