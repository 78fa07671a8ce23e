"""Sends events with the official client of OpenLineage: a run with facets, a job and a dataset. The address is the first argument."""
import sys

from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import DatasetEvent, InputDataset, Job, JobEvent, OutputDataset, Run, RunEvent, RunState, StaticDataset
from openlineage.client.generated import (
    column_lineage_dataset as columns,
    data_quality_assertions_dataset as quality,
    documentation_dataset as documentation,
    output_statistics_output_dataset as statistics,
    ownership_dataset as ownership,
    parent_run as parent,
    schema_dataset as schema,
    sql_job as sql,
)
from openlineage.client.transport.http import HttpConfig, HttpTransport

url, name, run = sys.argv[1:4]
producer = "https://github.com/OpenLineage/OpenLineage/tree/1.0.0/integration/airflow"
namespace = "postgres://db:5432"
job = Job(namespace="prod", name=f"{name}.load", facets={"sql": sql.SQLJobFacet(query="select 1")})
facets = {
    "schema": schema.SchemaDatasetFacet(fields=[schema.SchemaDatasetFacetFields(name="id", type="int")]),
    "documentation": documentation.DocumentationDatasetFacet(description="All of it"),
    "ownership": ownership.OwnershipDatasetFacet(owners=[ownership.Owner(name="team:core")]),
    "columnLineage": columns.ColumnLineageDatasetFacet(
        fields={
            "id": columns.Fields(
                inputFields=[
                    columns.InputField(
                        namespace=namespace,
                        name=f"{name}_in",
                        field="key",
                        transformations=[columns.Transformation(type="DIRECT", subtype="IDENTITY")],
                    )
                ]
            )
        }
    ),
}
checked = quality.DataQualityAssertionsDatasetFacet(assertions=[quality.Assertion(assertion="not_null", success=True, column="key")])
inputs = [InputDataset(namespace=namespace, name=f"{name}_in", inputFacets={"dataQualityAssertions": checked})]
written = statistics.OutputStatisticsOutputDatasetFacet(rowCount=3, size=30)
outputs = [OutputDataset(namespace=namespace, name=f"{name}_out", facets=facets, outputFacets={"outputStatistics": written})]
above = parent.ParentRunFacet(run=parent.Run(runId=run), job=parent.Job(namespace="prod", name=name))

for compression in (None, "gzip"):
    config = HttpConfig.from_dict({"type": "http", "url": url, "compression": compression} if compression else {"type": "http", "url": url})
    client = OpenLineageClient(transport=HttpTransport(config))
    for state, at in ((RunState.START, "2026-01-31T12:00:00Z"), (RunState.COMPLETE, "2026-01-31T12:05:00Z")):
        event = RunEvent(
            eventType=state, eventTime=at, run=Run(runId=run, facets={"parent": above}), job=job, producer=producer, inputs=inputs, outputs=outputs
        )
        client.emit(event)
    client.emit(JobEvent(eventTime="2026-01-30T12:00:00Z", job=job, producer=producer))
    dataset = StaticDataset(namespace=namespace, name=f"{name}_in", facets={"documentation": documentation.DocumentationDatasetFacet(description="Read")})
    client.emit(DatasetEvent(eventTime="2026-01-30T12:00:00Z", dataset=dataset, producer=producer))
