"""A client in Python that ariadne-codegen makes from the schema behind /api/graphql, and that makes real calls."""

import importlib
import os
import subprocess
import sys

from step import URL, WORK, eventually, same, step, write

MADE = "cairn_graphql"
TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,ariadne.orders,PROD)"

with step("ariadne-codegen: a client is made from the schema of /api/graphql"):
    with open(os.path.join(WORK, "pyproject.toml"), "w") as file:
        file.write(f"""[tool.ariadne-codegen]
remote_schema_url = "{URL}/api/graphql"
queries_path = "{os.path.join(os.path.dirname(__file__), "queries.graphql")}"
target_package_name = "{MADE}"
async_client = false
include_all_inputs = false
include_all_enums = false
""")
    done = subprocess.run(["ariadne-codegen"], cwd=WORK, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError((done.stdout + done.stderr)[-600:])
    sys.path.insert(0, WORK)

with step("ariadne-codegen: the client writes and searches, and its models accept the answers"):
    made = importlib.import_module(MADE)
    client = made.Client(url=f"{URL}/api/graphql")
    write(TABLE, "datasetProperties", {"name": "ariadne orders"})
    same(client.create_tag(made.CreateTagInput(id="ariadne", name="Ariadne")).create_tag, "urn:li:tag:ariadne")
    same(client.add_tag(made.TagAssociationInput(tagUrn="urn:li:tag:ariadne", resourceUrn=TABLE)).add_tag, True)

    def found():
        asked = made.SearchAcrossEntitiesInput(types=[made.EntityType.DATASET], query="ariadne", start=0, count=10)
        hits = client.find(asked).search_across_entities.search_results
        same([[hit.entity.urn, [each.tag.urn for each in hit.entity.tags.tags]] for hit in hits], [[TABLE, ["urn:li:tag:ariadne"]]])

    eventually(found)
    same(client.about().me.platform_privileges.manage_tags, True)
