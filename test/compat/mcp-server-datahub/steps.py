"""The official MCP server: every document that it and the client package send is valid, and each of its tools answers as expected."""

import collections
import json
import os
import subprocess
import sys

from step import URL, WORK, tell

SCRIPTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "graphql")


def results_of(script):
    """What a script of the folder graphql/ found: a list of {client, step, result}."""
    file = os.path.join(WORK, "results.json")
    ended = subprocess.run(
        [sys.executable, os.path.join(SCRIPTS, script), "--server", URL, "--json", file], capture_output=True, text=True, timeout=900
    )
    if not os.path.exists(file):
        raise RuntimeError(f"{script}: {ended.stderr[-500:]}")
    with open(file) as found:
        results = json.load(found)
    os.remove(file)
    for each in results:
        if each["result"] != "ok":
            print(each["client"], each["step"], each["result"], file=sys.stderr)
    return results


def summary(results, what):
    """`40 of 40 documents are valid`, or which are not."""
    bad = [each["step"] for each in results if each["result"] != "ok"]
    return f"{len(results)} {what}" if not bad else f"{len(bad)} of {len(results)} {what}: {', '.join(bad)}"


documents = collections.defaultdict(list)
for each in results_of("validate.py"):
    documents[each["client"]].append(each)
for client, results in documents.items():
    tell(f"GraphQL documents inside {client} are valid", all(each["result"] == "ok" for each in results), summary(results, "documents"))
tools = results_of("mcp_tools.py")
tell("MCP server: each tool answers as expected", all(each["result"] == "ok" for each in tools), summary(tools, "tools"))
