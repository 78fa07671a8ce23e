"""Validates the GraphQL documents of installed clients against the schema of a running Cairn.

Usage: python validate.py [--server http://localhost:8080] [--token TOKEN] [--folder DIR] [--json FILE]
Each client is a Python package: mcp_server_datahub and datahub. --folder adds a folder of .graphql files, such as those of a frontend.
Prints the missing types, fields and arguments, the most frequent first. Exits with 1 if a document of a package is not valid.
"""
import argparse
import json
import pathlib
import re
import sys
import urllib.request
from collections import defaultdict
from typing import Dict, List, Set

from graphql import build_client_schema, get_introspection_query, parse, validate

from documents import Document, documents_below, documents_of

PACKAGES = ("mcp_server_datahub", "datahub")


def introspect(server: str, token: str) -> dict:
    body = json.dumps({"query": get_introspection_query()}).encode()
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    with urllib.request.urlopen(urllib.request.Request(f"{server}/api/graphql", body, headers)) as answer:
        return json.load(answer)["data"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://localhost:8080")
    parser.add_argument("--token", default="")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--json", help="also write the results to this file")
    args = parser.parse_args()
    schema = build_client_schema(introspect(args.server, args.token))
    documents: List[Document] = [each for package in PACKAGES for each in documents_of(package)]
    if args.folder:
        documents += documents_below(args.folder, str(args.folder))
    problems: Dict[str, Set[str]] = defaultdict(set)
    valid: Dict[str, int] = defaultdict(int)
    total: Dict[str, int] = defaultdict(int)
    results = []
    for document in documents:
        errors = validate(schema, parse(document.text), max_errors=10_000)
        total[document.client] += 1
        valid[document.client] += not errors
        for error in errors:
            problems[re.sub(r" Did you mean.*", "", error.message, flags=re.DOTALL)].add(document.name)
        result = "ok" if not errors else f"{len(errors)} errors, first: {errors[0].message}"
        results.append({"client": document.client, "step": document.name, "result": result})
    for problem, names in sorted(problems.items(), key=lambda each: -len(each[1])):
        print(f"{len(names):4} {problem[:200]}  ({sorted(names)[0]})")
    for client in total:
        print(f"{client}: {valid[client]} of {total[client]} documents are valid")
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(results, indent=2))
    return 0 if all(valid[package] == total[package] for package in PACKAGES) else 1


if __name__ == "__main__":
    sys.exit(main())
