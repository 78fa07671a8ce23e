"""A client in Python that openapi-python-client makes from Cairn's OpenAPI document, and that makes real calls."""

import importlib
import os
import subprocess
import sys

from step import URL, WORK, contains, eventually, same, step

MADE = "cairn_openapi"
TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,made.orders,PROD)"
NAME = "openapi-python-client"


def api(module, **given):
    """Calls an operation, and gives what the client has read of the answer."""
    answer = importlib.import_module(f"{MADE}.api.{module}").sync_detailed(client=client, **given)
    if answer.status_code >= 300:
        raise AssertionError(f"{module}: {answer.status_code} {answer.content[:300]}")
    return answer.parsed


def model(module, name):
    return getattr(importlib.import_module(f"{MADE}.models.{module}"), name)


with step(f"{NAME}: a client is made from /openapi.json") as notes:
    config = os.path.join(WORK, "config.yml")
    with open(config, "w") as file:
        file.write(f"package_name_override: {MADE}\nproject_name_override: {MADE}\npost_hooks: []\n")
    target = os.path.join(WORK, "made")
    command = ["openapi-python-client", "generate", "--url", f"{URL}/openapi.json", "--config", config, "--output-path", target]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError((done.stdout + done.stderr)[-600:])
    notes.append(f"{(done.stdout + done.stderr).count('WARNING')} warnings")
    sys.path.insert(0, target)
    client = importlib.import_module(MADE).Client(base_url=URL)

with step(f"{NAME}: the client writes and reads aspects and entities"):
    value = model("value", "Value").from_dict({"value": {"name": "made orders"}})
    api("open_api_v_3.write_aspect_v3", entity_type="dataset", urn=TABLE, aspect="datasetProperties", body=value)
    read = api("open_api_v_3.read_aspect_v3", entity_type="dataset", urn=TABLE, aspect="datasetProperties")
    contains(str(read.to_dict()), "made orders")
    tags = {"entityType": "dataset", "entityUrn": TABLE, "changeType": "UPSERT", "aspectName": "globalTags"}
    tags["aspect"] = {"contentType": "application/json", "value": '{"tags": [{"tag": "urn:li:tag:made"}]}'}
    proposal = model("aspects_action_ingest_proposal", "AspectsActionIngestProposal").from_dict({"proposal": tags})
    action = model("aspects_action_action", "AspectsActionAction")("ingestProposal")
    same(api("legacy_aspects.aspects_action", action=action, body=proposal).value, TABLE)
    contains(str(api("open_api_v_3.read_entity_v3", entity_type="dataset", urn=TABLE).to_dict()), "urn:li:tag:made")

with step(f"{NAME}: the client searches, and reads relationships and the configuration"):

    def found():
        asked = {"entity": "dataset", "input": "made orders", "start": 0, "count": 10}
        body = model("entities_action_search", "EntitiesActionSearch").from_dict(asked)
        action = model("entities_action_action", "EntitiesActionAction")("search")
        contains(str(api("legacy_entities.entities_action", action=action, body=body).to_dict()), TABLE)

    eventually(found)
    contains(str(api("system.config").to_dict()), "datahub")
