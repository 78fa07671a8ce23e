"""An agent with the MCP SDK for Python, at /mcp: tools, resources, prompts."""

import asyncio
import json
import urllib.request

from mcp import ClientSession
from mcp.types import PromptReference
from step import URL, contains, same, step

try:
    from mcp.client.streamable_http import streamable_http_client as connect
except ImportError:
    from mcp.client.streamable_http import streamablehttp_client as connect

TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,agentpy.orders,PROD)"


def post(path, body):
    request = urllib.request.Request(f"{URL}{path}", json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def write(aspect, value):
    proposal = {
        "entityType": "dataset", "entityUrn": TABLE, "aspectName": aspect, "changeType": "UPSERT",
        "aspect": {"contentType": "application/json", "value": json.dumps(value)},
    }
    post("/aspects?action=ingestProposal", {"proposal": proposal})


async def call(session, tool, **arguments):
    result = await session.call_tool(tool, arguments)
    structured = getattr(result, "structuredContent", None) or getattr(result, "structured_content", None)
    if getattr(result, "isError", False) or getattr(result, "is_error", False):
        raise AssertionError(f"{tool}: {result.content}")
    return structured


async def found(session):
    """Search follows a write within a second, later on a busy machine."""
    for _ in range(60):
        hits = (await call(session, "find_data", question="agentpy orders")).get("hits", [])
        if any(hit["urn"] == TABLE for hit in hits):
            return
        await asyncio.sleep(0.5)
    raise AssertionError("find_data does not find the table")


async def main():
    write("datasetProperties", {"name": "agentpy orders", "description": "One row for each order"})
    async with connect(f"{URL}/mcp") as (reading, writing, *_), ClientSession(reading, writing) as session:
        with step("MCP SDK for Python: tools, resources and prompts are listed") as notes:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            for name in ("find_data", "describe_asset", "impact_of_change", "set_description"):
                contains(tools, name)
            prompts = [prompt.name for prompt in (await session.list_prompts()).prompts]
            same(len(prompts) > 0, True, "prompts")
            notes.append(f"{len(tools)} tools, {len(prompts)} prompts")
        with step("MCP SDK for Python: finds a table, describes it, reads its resource, writes its description"):
            await found(session)
            same((await call(session, "describe_asset", asset=TABLE))["asset"]["urn"], TABLE)
            await call(session, "set_description", asset=TABLE, description="All orders")
            contains(json.dumps(await call(session, "describe_asset", asset=TABLE)), "All orders")
            templates = await session.list_resource_templates()
            first = (getattr(templates, "resourceTemplates", None) or templates.resource_templates)[0]
            pattern = getattr(first, "uriTemplate", None) or first.uri_template
            from urllib.parse import quote

            address = pattern[: pattern.index("{")] + quote(TABLE, safe="")
            resource = await session.read_resource(address)
            contains(resource.contents[0].text, "All orders")
        with step("MCP SDK for Python: progress, completion, a subscription"):
            steps = []

            async def progressed(progress, total=None, message=None):
                steps.append(progress)

            await session.call_tool("describe_asset", {"asset": TABLE}, progress_callback=progressed)
            same(len(steps) > 0, True, "progress")
            done = await session.complete(PromptReference(type="ref/prompt", name="check_change"), {"name": "asset", "value": "agentpy"})
            contains(done.completion.values, "agentpy orders")
            await session.subscribe_resource(address)


asyncio.run(main())
