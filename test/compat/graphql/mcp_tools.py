"""Starts the MCP server over stdio against a running Cairn, calls each of its tools, and checks what they answer.

Usage: python mcp_tools.py [--server http://localhost:8080] [--token TOKEN] [--json FILE]
Prints one line for each tool. Exits with 1 if one of them fails.
"""
import argparse
import asyncio
import json
import os
import shutil
import sys
from contextlib import suppress
from typing import Any, Awaitable, Callable, Dict, List, Tuple

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

import catalog as c

Call = Callable[..., Awaitable[Any]]
SEARCHABLE_SECONDS = 60
SWITCHES = {"TOOLS_IS_MUTATION_ENABLED": "true", "TOOLS_IS_USER_ENABLED": "true", "DATA_QUALITY_TOOLS_ENABLED": "true"}


class Wrong(Exception):
    """A tool has answered something else than expected."""


def must(holds: bool, what: str, answer: Any) -> None:
    if not holds:
        raise Wrong(f"{what}; the answer was {json.dumps(answer)[:600]}")


def texts(answer: Any) -> str:
    return json.dumps(answer)


async def details(call: Call, urn: str) -> Dict[str, Any]:
    found = await call("get_entities", urns=[urn])
    return found[0] if isinstance(found, list) else found


async def search(call: Call) -> None:
    found = await call("search", query="/q compat AND revenue", filter="entity_type = dataset")
    must(found["searchResults"][0]["entity"]["urn"] == c.MART, "expected the dataset first", found)


async def get_entities(call: Call) -> None:
    found = await details(call, c.ORDERS)
    must(found["properties"]["name"] == "compat Orders", "expected the name", found)
    must(found["platform"]["name"] == "hive", "expected the platform", found)
    must(found["viewProperties"]["logic"].startswith("select amount"), "expected the logic of the view", found)
    many = await call("get_entities", urns=[c.MART, c.TERM, c.DOMAIN, c.DOCUMENT, c.QUERY])
    for each in ("compat Revenue", "compat Turnover", "compat Sales", "compat How orders flow", "select sum(amount)"):
        must(each in texts(many), f"expected {each}", many)


async def list_schema_fields(call: Call) -> None:
    found = await call("list_schema_fields", urn=c.ORDERS, keywords=["customer"])
    must([each["fieldPath"] for each in found["fields"]][0] == "customer", "expected the column customer first", found)
    must(found["totalFields"] == 2, "expected two columns", found)


async def get_lineage(call: Call) -> None:
    up = await call("get_lineage", urn=c.MART, upstream=True, max_hops=3)
    must(c.ORDERS in texts(up) and c.RAW in texts(up), "expected both upstream datasets", up)
    down = await call("get_lineage", urn=c.RAW, column="amount", upstream=False, max_hops=3)
    must(c.ORDERS in texts(down) and c.MART in texts(down) and "amount" in texts(down), "expected the downstream columns", down)


async def get_lineage_paths_between(call: Call) -> None:
    found = await call("get_lineage_paths_between", source_urn=c.RAW, target_urn=c.MART)
    must(found["pathCount"] >= 1 and c.ORDERS in texts(found), "expected a path through the orders", found)
    columns = await call("get_lineage_paths_between", source_urn=c.RAW, target_urn=c.MART, source_column="amount", target_column="amount")
    must(columns["pathCount"] >= 1, "expected a path of columns", columns)


async def get_dataset_queries(call: Call) -> None:
    found = await call("get_dataset_queries", urn=c.ORDERS)
    must(found["total"] == 1 and "select sum(amount)" in texts(found), "expected the query", found)
    column = await call("get_dataset_queries", urn=c.ORDERS, column="amount", source="MANUAL")
    must(column["total"] == 1, "expected the query of the column", column)


async def get_aspect_history(call: Call) -> None:
    found = await call("get_aspect_history", urns=[c.ORDERS], aspect_names=["datasetProperties"])
    must("compat Orders" in texts(found), "expected the present version", found)


async def get_me(call: Call) -> None:
    found = await call("get_me")
    must("corpuser" in texts(found), "expected a user", found)


async def search_documents(call: Call) -> None:
    found = await call("search_documents", query="orders")
    must(c.DOCUMENT in texts(found), "expected the document", found)


async def grep_documents(call: Call) -> None:
    found = await call("grep_documents", urns=[c.DOCUMENT], pattern="negative")
    must("negative" in texts(found), "expected the line", found)


async def add_tags(call: Call) -> None:
    await call("add_tags", tag_urns=[c.TAG], entity_urns=[c.ORDERS, c.ORDERS], column_paths=[None, "amount"])
    found = await details(call, c.ORDERS)
    must(c.TAG in texts(found["tags"]), "expected the tag on the dataset", found)
    columns = await call("list_schema_fields", urn=c.ORDERS)
    must("compat PII" in texts(columns), "expected the tag on the column", columns)


async def remove_tags(call: Call) -> None:
    await call("remove_tags", tag_urns=[c.TAG], entity_urns=[c.ORDERS, c.ORDERS], column_paths=[None, "amount"])
    must(c.TAG not in texts(await details(call, c.ORDERS)), "expected no tag", None)


async def add_terms(call: Call) -> None:
    await call("add_terms", term_urns=[c.TERM], entity_urns=[c.ORDERS, c.ORDERS], column_paths=[None, "amount"])
    found = await details(call, c.ORDERS)
    must("compat Turnover" in texts(found["glossaryTerms"]), "expected the term", found)
    must("compat Finance" in texts(found["glossaryTerms"]), "expected the node of the term", found)
    columns = await call("list_schema_fields", urn=c.ORDERS)
    must("compat Turnover" in texts(columns), "expected the term on the column", columns)


async def remove_terms(call: Call) -> None:
    await call("remove_terms", term_urns=[c.TERM], entity_urns=[c.ORDERS, c.ORDERS], column_paths=[None, "amount"])
    must(c.TERM not in texts(await details(call, c.ORDERS)), "expected no term", None)


async def add_owners(call: Call) -> None:
    await call("add_owners", owner_urns=[c.USER], entity_urns=[c.ORDERS], ownership_type="TECHNICAL_OWNER")
    await call("add_owners", owner_urns=[c.GROUP], entity_urns=[c.ORDERS], ownership_type="DATA_STEWARD")
    found = await details(call, c.ORDERS)
    must(c.USER in texts(found["ownership"]) and c.GROUP in texts(found["ownership"]), "expected both owners", found)


async def remove_owners(call: Call) -> None:
    await call("remove_owners", owner_urns=[c.USER], entity_urns=[c.ORDERS], ownership_type="TECHNICAL_OWNER")
    await call("remove_owners", owner_urns=[c.GROUP], entity_urns=[c.ORDERS])
    found = await details(call, c.ORDERS)
    must(c.USER not in texts(found.get("ownership")) and c.GROUP not in texts(found.get("ownership")), "expected no owners", found)


async def set_domains(call: Call) -> None:
    await call("set_domains", domain_urn=c.DOMAIN, entity_urns=[c.ORDERS])
    found = await details(call, c.ORDERS)
    must(found["domain"]["domain"]["properties"]["name"] == "compat Sales", "expected the domain", found)


async def remove_domains(call: Call) -> None:
    await call("remove_domains", entity_urns=[c.ORDERS])
    must(c.DOMAIN not in texts(await details(call, c.ORDERS)), "expected no domain", None)


async def update_description(call: Call) -> None:
    await call("update_description", entity_urn=c.ORDERS, operation="replace", description="All orders")
    await call("update_description", entity_urn=c.ORDERS, operation="append", description=" of the shop")
    await call("update_description", entity_urn=c.ORDERS, operation="replace", description="In cents", column_path="amount")
    await call("update_description", entity_urn=c.TERM, operation="replace", description="Money that came in")
    found = await details(call, c.ORDERS)
    must(found["editableProperties"]["description"] == "All orders of the shop", "expected the description", found)
    must("In cents" in texts(await call("list_schema_fields", urn=c.ORDERS)), "expected the description of the column", found)


async def add_structured_properties(call: Call) -> None:
    await call("add_structured_properties", property_values={c.PROPERTY: [30]}, entity_urns=[c.ORDERS])
    found = await details(call, c.ORDERS)
    must(c.PROPERTY in texts(found) and "30" in texts(found["structuredProperties"]), "expected the value", found)


async def remove_structured_properties(call: Call) -> None:
    await call("remove_structured_properties", property_urns=[c.PROPERTY], entity_urns=[c.ORDERS])
    must(c.PROPERTY not in texts(await details(call, c.ORDERS)), "expected no value", None)


async def save_document(call: Call) -> None:
    saved = await call("save_document", document_type="Insight", title="compat insight", content="Refunds are negative", related_assets=[c.ORDERS])
    must(saved["success"], "expected success", saved)
    found = await call("get_entities", urns=[saved["urn"]])
    must("compat insight" in texts(found), "expected the document", found)


# In this order: what is added is then removed.
CHECKS: List[Callable[[Call], Awaitable[None]]] = [
    search, get_entities, list_schema_fields, get_lineage, get_lineage_paths_between, get_dataset_queries, get_aspect_history, get_me,
    search_documents, grep_documents, add_tags, remove_tags, add_terms, remove_terms, add_owners, remove_owners, set_domains,
    remove_domains, update_description, add_structured_properties, remove_structured_properties, save_document,
]


def answer_of(result: Any) -> Any:
    text = "".join(getattr(part, "text", "") for part in result.content)
    if result.isError:
        raise Wrong(text[:800])
    with suppress(json.JSONDecodeError):
        return json.loads(text)
    return text


async def run(session: ClientSession, offered: List[str]) -> List[Tuple[str, str]]:
    async def call(name: str, **arguments: Any) -> Any:
        return answer_of(await session.call_tool(name, arguments))

    await until_searchable(call)
    results = []
    for check in CHECKS:
        name = check.__name__
        try:
            must(name in offered, "the server does not offer the tool", offered)
            await check(call)
            results.append((name, "ok"))
        except Exception as error:
            results.append((name, f"{type(error).__name__}: {error}"))
        print(f"{name}: {results[-1][1]}", flush=True)
    for name in offered:
        if name not in [check.__name__ for check in CHECKS]:
            results.append((name, "not checked"))
    return results


async def until_searchable(call: Call) -> None:
    """Search follows writes within a second, later on a busy machine."""
    for _ in range(SEARCHABLE_SECONDS):
        with suppress(Wrong):
            await search(call)
            return
        await asyncio.sleep(1)


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://localhost:8080")
    parser.add_argument("--token", default="")
    parser.add_argument("--json", help="also write the results to this file")
    args = parser.parse_args()
    c.write(args.server, args.token)
    beside = os.path.join(os.path.dirname(sys.executable), "mcp-server-datahub")
    command = beside if os.path.exists(beside) else shutil.which("mcp-server-datahub") or "mcp-server-datahub"
    env = {**os.environ, **SWITCHES, "DATAHUB_GMS_URL": args.server, "DATAHUB_TELEMETRY_ENABLED": "false"}
    if args.token:
        env["DATAHUB_GMS_TOKEN"] = args.token
    server = StdioServerParameters(command=command, args=["--transport", "stdio"], env=env)
    with open(os.devnull, "w") as quiet:
        async with stdio_client(server, errlog=quiet if not os.environ.get("SHOW_LOG") else sys.stderr) as (reading, writing):
            async with ClientSession(reading, writing) as session:
                await session.initialize()
                results = await run(session, [tool.name for tool in (await session.list_tools()).tools])
    good = sum(result == "ok" for _, result in results)
    print(f"{good} of {len(results)} tools answer as expected")
    if args.json:
        with open(args.json, "w") as file:
            json.dump([{"client": "mcp-server-datahub", "step": name, "result": result} for name, result in results], file, indent=2)
    return 0 if good == len(results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
