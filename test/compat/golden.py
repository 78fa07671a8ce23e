"""
Golden files: recorded output of connectors. Sends each file as the client's source `file` reads it, reads every aspect back, and compares.

Usage: python golden.py FOLDER [--server http://localhost:8080] [--only WORD] [--show 3]
Needs the package acryl-datahub and a Cairn with API_NAMESPACE=datahub. FOLDER is searched for JSON files that the client can read as metadata;
the sources of connectors have them in their tests. Prints a line for each file with a difference, then the sum. Exits with 1 if a file differs.
"""

import argparse
import collections
import json
import logging
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

from datahub.configuration.common import OperationalError
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.emitter.mcp_builder import mcps_from_mce
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import DatahubClientConfig
from datahub.ingestion.source.file import read_metadata_file
from datahub.metadata import schema_classes as models
from datahub.metadata.urns import Urn

THREADS = 6
BATCH = 100
CLASSES = {cls.ASPECT_NAME: cls for cls in vars(models).values() if getattr(cls, "ASPECT_NAME", None)}
# Servers compute these.
COMPUTED = {"ownership": ["ownerTypes"], "domains": ["domainAssociations"], "versionProperties": ["isLatest"]}


def proposals_in(path):
    """What the client reads in a file, as proposals, or nothing if it is no file of metadata."""
    try:
        items = json.loads(path.read_text())
    except ValueError:
        return None
    metadata = lambda item: isinstance(item, dict) and ("proposedSnapshot" in item or ("changeType" in item and "aspectName" in item))
    if not isinstance(items, list) or not items or not all(map(metadata, items)):
        return None
    return [each for item in read_metadata_file(path) for each in proposals_of(item)]


def proposals_of(item):
    """One thing that the client reads or a connector makes, as proposals."""
    if isinstance(item, models.MetadataChangeEventClass):
        return [each.make_mcp() for each in mcps_from_mce(item)]
    return [item.make_mcp() if isinstance(item, MetadataChangeProposalWrapper) else item]


def prepare(graph, proposals):
    """
    What a file takes for granted: that what it creates does not exist yet, and that the structured properties whose values it has are defined,
    in the file or before it.
    """
    for urn in {each.entityUrn for each in proposals if each.changeType in ("CREATE", "CREATE_ENTITY")}:
        graph.hard_delete_entity(urn)
    defined = {each.entityUrn for each in proposals if each.aspectName == "propertyDefinition"}
    values = {}
    for each in proposals:
        if each.aspectName == "structuredProperties" and each.changeType != "PATCH" and each.aspect:
            for assigned in json.loads(each.aspect.value)["properties"]:
                values.setdefault(assigned["propertyUrn"], []).append((each.entityType, assigned["values"]))
    for urn, found in values.items():
        if urn in defined or graph.exists(urn):
            continue
        number = all("double" in value for _, several in found for value in several)
        graph.emit_mcp(
            MetadataChangeProposalWrapper(
                entityUrn=urn,
                aspect=models.StructuredPropertyDefinitionClass(
                    qualifiedName=urn.split(":", 3)[3],
                    valueType=f"urn:li:dataType:datahub.{'number' if number else 'string'}",
                    entityTypes=sorted({f"urn:li:entityType:datahub.{entity}" for entity, _ in found}),
                    cardinality="MULTIPLE",
                ),
            )
        )


def send(graph, proposals, refused):
    """In batches; a batch that is refused again one by one, to learn which of its items are."""
    for start in range(0, len(proposals), BATCH):
        batch = proposals[start : start + BATCH]
        try:
            graph.emit_mcps(batch)
        except OperationalError:
            for each in batch:
                try:
                    graph.emit_mcp(each)
                except OperationalError as error:
                    refused.append((each, str(error.info.get("message", error))))


def expected(urn, name, sent):
    """What must be stored: what was sent. A key is what its URN says, also if a connector writes another one."""
    cls = CLASSES[name]
    return shown(name, Urn.from_string(urn).to_key_aspect() if "keyForEntity" in (cls.ASPECT_INFO or {}) else sent)


def shown(name, value):
    """An aspect as the client sees it, without what servers compute."""
    cls = CLASSES[name]
    try:
        as_object = cls.from_obj(value).to_obj() if isinstance(value, dict) else value.to_obj()
    except ValueError:
        # `cost` without a discriminator: the client writes what it cannot read.
        as_object = dict(value)
    for computed in COMPUTED.get(name, []):
        as_object.pop(computed, None)
    return as_object


def holds(whole, part):
    """Is a value of a patch in what is stored? Objects may have more fields."""
    if isinstance(part, dict):
        if isinstance(whole, dict) and all(holds(whole.get(key), value) for key, value in part.items()):
            return True
    elif whole == part:
        return True
    below = whole.values() if isinstance(whole, dict) else whole if isinstance(whole, list) else []
    return any(holds(each, part) for each in below)


def differences(graph, proposals, refused):
    """What is sent and not read back: (urn, aspect, what)."""
    gone = {id(each) for each, _ in refused}
    last, patches, series = {}, [], {}
    for each in proposals:
        if id(each) in gone or each.aspect is None:
            continue
        place, value = (each.entityUrn, each.aspectName), json.loads(each.aspect.value)
        if CLASSES[each.aspectName].ASPECT_TYPE == "timeseries":
            # Recorded with a clock that stands still, several points are the same one, and the last counts.
            series[place, identity(value)] = value
        elif each.changeType == "PATCH":
            patches.append((place, value))
        else:
            # A patch before it is written over.
            patches = [patch for patch in patches if patch[0] != place]
            last[place] = value
    urns = {place[0] for place in [*last, *(place for place, _ in patches)]}
    with ThreadPoolExecutor(THREADS) as pool:
        stored = dict(zip(urns, pool.map(lambda urn: graph.get_entity_raw(urn).get("aspects", {}), urns)))
        points = list(pool.map(lambda each: has_point(graph, each[0][0], each[1]), series.items()))
    patched = {place for place, _ in patches}
    for (urn, name), sent in last.items():
        if (urn, name) in patched:
            continue
        got, wanted = stored[urn].get(name), expected(urn, name, sent)
        if got is None or shown(name, got["value"]) != wanted:
            yield urn, name, f"sent {json.dumps(wanted)}, read {json.dumps(got and shown(name, got['value']))}"
    for (urn, name), sent in patches:
        for operation in sent["patch"] if isinstance(sent, dict) else sent:
            if operation["op"] == "add" and not holds(stored[urn].get(name), operation["value"]):
                yield urn, name, f"added {json.dumps(operation)}, read {json.dumps(stored[urn].get(name))}"
    for (((urn, name), _), sent), there in zip(series.items(), points):
        if not there:
            yield urn, name, f"no point equals {json.dumps(sent)}"


def identity(point):
    """What makes a point of a timeseries another one (docs/semantics.md 7.3)."""
    return json.dumps([point.get(field) for field in ("timestampMillis", "eventGranularity", "partitionSpec", "messageId")])


def has_point(graph, place, sent):
    urn, name = place
    criterion = {"field": "timestampMillis", "condition": "EQUAL", "value": str(sent["timestampMillis"])}
    found = graph.get_timeseries_values(urn, CLASSES[name], {"or": [{"and": [criterion]}]}, limit=1000)
    return shown(name, sent) in [each.to_obj() for each in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--server", default="http://localhost:8080")
    parser.add_argument("--only", default="", help="only paths with this word")
    parser.add_argument("--show", type=int, default=3, help="differences to show of each file")
    args = parser.parse_args()
    logging.disable(logging.WARNING)
    graph = DataHubGraph(DatahubClientConfig(server=args.server))
    sums = collections.Counter()
    for path in sorted(args.folder.rglob("*.json")):
        if args.only not in str(path):
            continue
        try:
            proposals = proposals_in(path)
        except Exception as error:
            sums["files that the client itself cannot read"] += 1
            print(f"{path.relative_to(args.folder)}: the client cannot read it: {type(error).__name__}: {str(error)[:200]}", flush=True)
            continue
        if not proposals:
            continue
        refused = []
        prepare(graph, proposals)
        send(graph, proposals, refused)
        wrong = [f"{each.entityUrn} {each.aspectName}: refused: {why}" for each, why in refused]
        wrong += [f"{urn} {name}: {what}" for urn, name, what in differences(graph, proposals, refused)]
        sums["files"] += 1
        sums["proposals"] += len(proposals)
        sums["files equal"] += not wrong
        sums["proposals refused"] += len(refused)
        sums["proposals different"] += len(wrong) - len(refused)
        if wrong:
            print(f"{path.relative_to(args.folder)}: {len(wrong)} of {len(proposals)}", flush=True)
            for each in wrong[: args.show]:
                print(f"  {each[:1500]}", flush=True)
    print(", ".join(f"{count} {name}" for name, count in sums.items()))
    return 0 if sums["files equal"] == sums["files"] else 1


if __name__ == "__main__":
    sys.exit(main())
