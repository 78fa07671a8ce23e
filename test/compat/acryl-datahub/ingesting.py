"""Runs a pipeline into Cairn, and compares every aspect that its source makes with what is read back."""

import json
import os

from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import DatahubClientConfig
from datahub.ingestion.run.pipeline import Pipeline
from datahub.ingestion.sink.datahub_rest import DatahubRestSink
from golden import differences, proposals_of
from step import URL, WORK, same

graph = DataHubGraph(DatahubClientConfig(server=URL))
sent = []
write_record = DatahubRestSink.write_record_async


def recording(self, envelope, *args):
    """Keeps what goes to the server."""
    sent.extend(proposals_of(envelope.record))
    return write_record(self, envelope, *args)


DatahubRestSink.write_record_async = recording


def file(name, text):
    path = os.path.join(WORK, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write(text if isinstance(text, str) else json.dumps(text))
    return path


def sink(mode):
    return {"type": "datahub-rest", "config": {"server": URL, "mode": mode}}


def ingest(source, config, mode):
    """Runs a pipeline. Gives how many aspects it wrote, all of which are read back equal."""
    sent.clear()
    pipeline = Pipeline.create({"run_id": f"compat-{source}-{mode}", "source": {"type": source, "config": config}, "sink": sink(mode)})
    pipeline.run()
    pipeline.raise_from_status()
    same([str(each) for each in pipeline.sink.get_report().failures], [], "failures of the sink")
    wrong = [f"{urn} {name}: {what}" for urn, name, what in differences(graph, sent, [])]
    same(wrong[:3], [], f"{len(wrong)} aspects differ")
    same(len(sent) > 0, True, "something is written")
    return len(sent)


def in_both_modes(source, config):
    """What to note in the table."""
    return ", ".join(f"{ingest(source, config, mode)} proposals" for mode in ("ASYNC_BATCH", "SYNC"))
