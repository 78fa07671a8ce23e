"""The Python client of OpenLineage: events of runs, jobs and datasets, in each of its transports over HTTP, and what Cairn then knows."""

import json
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone

from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import DatasetEvent, InputDataset, Job, JobEvent, OutputDataset, Run, RunEvent, RunState, StaticDataset
from openlineage.client.generated import column_lineage_dataset, documentation_dataset, schema_dataset, sql_job
from openlineage.client.uuid import generate_new_uuid
from step import URL, contains, same, step

PRODUCER = "https://github.com/OpenLineage/OpenLineage/tree/1.0.0/integration/airflow"
WAREHOUSE = "postgres://db.example.com:5432"
START = datetime(2026, 1, 31, 12, tzinfo=timezone.utc)


def read(urn, aspect):
    address = f"{URL}/aspects/{urllib.parse.quote(urn, safe='')}?aspect={aspect}&version=0"
    with urllib.request.urlopen(address) as answer:
        return list(json.load(answer)["aspect"].values())[0]


def table(name):
    return f"urn:li:dataset:(urn:li:dataPlatform:postgres,{name},PROD)"


def send(client, word):
    """A run of a job that reads one table and writes another, and the events of a job and of a dataset. Gives the id of the run."""
    run = str(generate_new_uuid())
    job = Job(namespace="prod", name=f"{word}.load", facets={"sql": sql_job.SQLJobFacet(query="select id from source")})
    source = InputDataset(namespace=WAREHOUSE, name=f"{word}.source")
    column = column_lineage_dataset.InputField(namespace=WAREHOUSE, name=f"{word}.source", field="id")
    facets = {
        "schema": schema_dataset.SchemaDatasetFacet(fields=[schema_dataset.SchemaDatasetFacetFields(name="key", type="int")]),
        "columnLineage": column_lineage_dataset.ColumnLineageDatasetFacet(
            fields={"key": column_lineage_dataset.Fields(inputFields=[column], transformationDescription="as it is", transformationType="IDENTITY")}
        ),
    }
    target = OutputDataset(namespace=WAREHOUSE, name=f"{word}.target", facets=facets)
    for state, minutes in ((RunState.START, 0), (RunState.RUNNING, 1), (RunState.COMPLETE, 5)):
        at = (START + timedelta(minutes=minutes)).isoformat()
        client.emit(RunEvent(eventType=state, eventTime=at, run=Run(runId=run), job=job, producer=PRODUCER, inputs=[source], outputs=[target]))
    client.emit(JobEvent(eventTime=START.isoformat(), job=job, producer=PRODUCER))
    described = {"documentation": documentation_dataset.DocumentationDatasetFacet(description="Where it comes from")}
    dataset = StaticDataset(namespace=WAREHOUSE, name=f"{word}.source", facets=described)
    client.emit(DatasetEvent(eventTime=START.isoformat(), dataset=dataset, producer=PRODUCER))
    if hasattr(client, "close"):
        client.close()
    return run


def check(word, run):
    job = f"urn:li:dataJob:(urn:li:dataFlow:(airflow,{word},prod),{word}.load)"
    lineage = read(job, "dataJobInputOutput")
    same([edge["destinationUrn"] for edge in lineage["inputDatasetEdges"]], [table(f"{word}.source")])
    same([edge["destinationUrn"] for edge in lineage["outputDatasetEdges"]], [table(f"{word}.target")])
    same(lineage["fineGrainedLineages"][0]["upstreams"], [f"urn:li:schemaField:({table(f'{word}.source')},id)"])
    same([field["fieldPath"] for field in read(table(f"{word}.target"), "schemaMetadata")["fields"]], ["key"])
    same(read(table(f"{word}.source"), "datasetProperties")["description"], "Where it comes from")
    properties = read(f"urn:li:dataProcessInstance:{run}", "dataProcessInstanceProperties")["customProperties"]
    contains(properties, "startedAt")
    contains(properties, "completedAt")


TRANSPORTS = {
    "http": {"type": "http", "url": URL},
    "http, compressed": {"type": "http", "url": URL, "compression": "gzip"},
    "http, at the other address": {"type": "http", "url": URL, "endpoint": "openapi/openlineage/api/v1/lineage"},
    "async_http": {"type": "async_http", "url": URL},
}
for number, (name, transport) in enumerate(TRANSPORTS.items()):
    with step(f"OpenLineage events of runs, jobs and datasets, {name}"):
        word = f"olcompat{number}"
        check(word, send(OpenLineageClient(config={"transport": transport}), word))

with step("OpenLineage events of a producer in another environment and platform instance"):
    transport = {"type": "http", "url": URL, "endpoint": "api/v1/lineage?env=DEV&platformInstance=eu"}
    run = send(OpenLineageClient(config={"transport": transport}), "olcompatdev")
    outputs = read(f"urn:li:dataProcessInstance:{run}", "dataProcessInstanceOutput")["outputs"]
    same(outputs, ["urn:li:dataset:(urn:li:dataPlatform:postgres,eu.olcompatdev.target,DEV)"])
