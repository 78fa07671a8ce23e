"""
Example scripts of the client package: runs each against a Cairn, and says which end well.

Usage: python examples.py FOLDER [--server http://localhost:8080] [--only WORD]
Needs the package acryl-datahub, a Cairn with API_NAMESPACE=datahub and an empty catalog. FOLDER is `metadata-ingestion/examples/library` of a
checkout of the client's source: no package contains it. Servers that the scripts name are replaced by this one. Examples build upon each other
and upon what the reader has: what a script misses is made, and the script runs again. Exits with 1 if one ends badly.
"""

import argparse
import os
import pathlib
import re
import runpy
import signal
import sys
import tempfile
import traceback

import datahub.ingestion.run.pipeline  # Once, for all scripts: it takes seconds.
import datahub.sdk
from datahub.configuration.common import OperationalError
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import DatahubClientConfig
from datahub.metadata import schema_classes as models

SECONDS = 60
ROUNDS = 4
SERVERS = re.compile(r"https?://localhost:(8080|9002)|(?<!/)localhost:8080|<your_server>|https//:org\.acryl\.io/gms|https://org\.acryl\.io/gms")
MISSING = re.compile(r"(urn:li:(?:\w+):(?:\((?:[^()]|\([^()]*\))*\)|[\w.@-]+))'?\s*(?:not found|does not exist|is not a|Property)|(?:Property:|Incident) (urn:li:\w+:[\w.-]+)")


def run(path, output):
    """Runs a script in a process of its own. Gives its exit code."""
    child = os.fork()
    if child == 0:
        with open(output, "w") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        signal.alarm(SECONDS)
        code = 0
        try:
            sys.argv = [str(path)]
            runpy.run_path(str(path), run_name="__main__")
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(bool(ended.code))
        except BaseException:
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def make(graph, urn):
    """Makes what a script takes for granted."""
    kind = urn.split(":")[2]
    if kind == "structuredProperty":
        aspect = models.StructuredPropertyDefinitionClass(
            qualifiedName=urn.split(":", 3)[3],
            valueType=f"urn:li:dataType:datahub.{'number' if 'etention' in urn else 'string'}",
            entityTypes=[f"urn:li:entityType:datahub.{each}" for each in ("dataset", "schemaField", "dataFlow", "dataJob", "container")],
            cardinality="MULTIPLE",
        )
    elif kind == "glossaryTerm":
        aspect = models.GlossaryTermInfoClass(definition="made for an example", termSource="INTERNAL")
    else:
        aspect = models.StatusClass(removed=False)
    try:
        graph.emit_mcp(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))
    except (OperationalError, ValueError):
        return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--server", default="http://localhost:8080")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    os.environ.update(DATAHUB_GMS_URL=args.server, DATAHUB_TELEMETRY_ENABLED="false")
    graph = DataHubGraph(DatahubClientConfig(server=args.server))
    work = pathlib.Path(tempfile.mkdtemp())
    for file in args.folder.iterdir():
        if file.is_file():
            (work / file.name).write_text(SERVERS.sub(args.server, file.read_text()))
    os.chdir(work)
    sys.path.insert(0, str(work))
    left = sorted(file.name for file in work.glob("*.py") if args.only in file.name)
    total, said = len(left), {}
    for _ in range(ROUNDS):
        failed = []
        for name in left:
            output = work / f"{name}.out"
            if run(work / name, output) == 0:
                continue
            failed.append(name)
            text = output.read_text(errors="replace")
            said[name] = ([line for line in text.splitlines() if line.strip()] or ["ended without a word"])[-1]
            for found in MISSING.finditer(text):
                make(graph, found[1] or found[2])
        if failed == left and _ > 0:
            break
        left = failed
    for name in left:
        print(f"{name}: {said[name][:300]}")
    print(f"{total - len(left)} of {total} examples end well")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
