"""The same questions through the official MCP server and at /mcp: both answer right, and how many tokens (of 4 characters) each takes."""

import asyncio
import json
import os
import shutil
import sys

from datahub.emitter.mce_builder import make_dataset_urn, make_schema_field_urn, make_user_urn
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.emitter.rest_emitter import DatahubRestEmitter
from datahub.metadata import schema_classes as m
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from step import URL, tell

try:
    from mcp.client.streamable_http import streamable_http_client as connect
except ImportError:
    from mcp.client.streamable_http import streamablehttp_client as connect

THINGS = ["orders", "payments", "customers", "refunds", "deliveries", "suppliers", "invoices", "visits", "returns", "coupons"]
COLUMNS = ["id", "amount", "currency", "country", "created_at", "updated_at", "status", "channel", "note", "email", "phone", "score"]
SWITCHES = {"TOOLS_IS_MUTATION_ENABLED": "true", "TOOLS_IS_USER_ENABLED": "true", "DATA_QUALITY_TOOLS_ENABLED": "true"}
STAMP = m.AuditStampClass(time=1, actor=make_user_urn("tok"))
NUMBER = m.SchemaFieldDataTypeClass(m.NumberTypeClass())


def urn(thing, layer):
    return make_dataset_urn("hive", f"tok.{layer}.{thing}")


def owner(thing):
    return make_user_urn(f"tok_{thing}")


def fill():
    emitter = DatahubRestEmitter(URL, extra_headers={"X-DataHub-Sync-Index-Update": "true"})
    proposals = []
    for at, thing in enumerate(THINGS):
        for layer in "raw", "mart":
            fields = [m.SchemaFieldClass(name, NUMBER, "bigint", description=f"The {name.replace('_', ' ')} of the {thing}") for name in COLUMNS]
            other = urn(THINGS[at - 1], layer)
            fields.append(m.SchemaFieldClass(f"{THINGS[at - 1]}_key", NUMBER, "bigint", description=f"Which of the {THINGS[at - 1]}"))
            own = urn(thing, layer)
            key = m.ForeignKeyConstraintClass(
                name="fk", foreignDataset=other, foreignFields=[make_schema_field_urn(other, "id")], sourceFields=[make_schema_field_urn(own, f"{THINGS[at - 1]}_key")]
            )
            schema = m.SchemaMetadataClass("s", "urn:li:dataPlatform:hive", 0, "", m.OtherSchemaClass(""), fields, primaryKeys=["id"], foreignKeys=[key])
            proposals += [
                (own, schema),
                (own, m.DatasetPropertiesClass(name=thing, qualifiedName=f"tok.{layer}.{thing}", description=f"All {thing} of the shop, {layer} layer")),
                (own, m.OwnershipClass([m.OwnerClass(owner(thing), m.OwnershipTypeClass.DATAOWNER)])),
            ]
        upstream = m.UpstreamClass(dataset=urn(thing, "raw"), type=m.DatasetLineageTypeClass.TRANSFORMED, auditStamp=STAMP)
        proposals.append((urn(thing, "mart"), m.UpstreamLineageClass([upstream])))
        proposals.append((owner(thing), m.CorpUserInfoClass(active=True, displayName=f"Keeper of {thing}", email=f"{thing}@example.com")))
    for entity, aspect in proposals:
        emitter.emit_mcp(MetadataChangeProposalWrapper(entityUrn=entity, aspect=aspect))


def questions():
    """Kind, what the official server is asked, what /mcp is asked, what the answer must have."""
    for at, thing in enumerate(THINGS):
        table, other = urn(thing, "mart"), urn(THINGS[at - 1], "mart")
        yield "tables", ("search", {"query": f"/q {thing}", "filter": "entity_type = dataset", "num_results": 5}), ("find_data", {"question": thing, "limit": 5}), table
        yield "columns", ("list_schema_fields", {"urn": table, "keywords": ["phone"], "limit": 5}), ("describe_asset", {"asset": table, "parts": ["columns"], "columnsLike": ["phone"]}), f"The phone of the {thing}"
        yield "joins", ("get_entities", {"urns": [table, other]}), ("joins_between", {"asset": table, "other": other}), f"{THINGS[at - 1]}_key"
        yield "owners", ("get_entities", {"urns": [table]}), ("who_knows", {"asset": table}), owner(thing)
        yield "impact", ("get_lineage", {"urn": urn(thing, "raw"), "upstream": False, "max_hops": 3}), ("impact_of_change", {"asset": urn(thing, "raw")}), table


async def asked(session, which):
    """Kind → tokens of questions and answers; and what was answered wrong."""
    spent, wrong = {}, []
    tools = [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in (await session.list_tools()).tools]
    for kind, *calls, gold in questions():
        tool, arguments = calls[which]
        result = await session.call_tool(tool, arguments)
        text = "".join(getattr(each, "text", "") for each in result.content)
        spent[kind] = spent.get(kind, 0) + (len(tool) + len(json.dumps(arguments)) + len(text)) / 4
        if gold not in text:
            wrong.append(f"{tool} {json.dumps(arguments)}: {text[:200]}")
    return {kind: round(tokens / len(THINGS)) for kind, tokens in spent.items()}, wrong, round(len(json.dumps(tools)) / 4)


async def official():
    env = {**os.environ, **SWITCHES, "DATAHUB_GMS_URL": URL, "DATAHUB_TELEMETRY_ENABLED": "false"}
    server = StdioServerParameters(command=shutil.which("mcp-server-datahub"), args=["--transport", "stdio"], env=env)
    with open(os.devnull, "w") as quiet:
        async with stdio_client(server, errlog=quiet) as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            return await asked(session, 0)


async def ours():
    async with connect(f"{URL}/mcp") as (reading, writing, *_), ClientSession(reading, writing) as session:
        await session.initialize()
        return await asked(session, 1)


fill()
theirs, missed, their_tools = asyncio.run(official())
mine, wrong, my_tools = asyncio.run(ours())
for each in (*missed, *wrong):
    print(each, file=sys.stderr)
sums = [round(sum(each.values()) / len(each)) for each in (mine, theirs)]
note = f"{sums[0]} tokens a question at /mcp, {sums[1]} through the official server: " + ", ".join(f"{kind} {mine[kind]} and {theirs[kind]}" for kind in mine)
tell("MCP: the same questions take fewer tokens at /mcp", not wrong and sums[0] < sums[1] and my_tools < their_tools, f"{note}; missed of 50: {len(wrong)} and {len(missed)}; lists of tools: {my_tools} and {their_tools}")
