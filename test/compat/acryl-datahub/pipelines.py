"""
Pipelines of sources that need no other service, into Cairn, in both modes of the sink. Every aspect that a source makes is read back and
compared. Then stateful ingestion, and the history of runs.
"""

import csv
import http.server
import json
import os
import sqlite3
import subprocess
import threading

from datahub.ingestion.run.pipeline import Pipeline
from ingesting import file, graph, in_both_modes, sink
from step import URL, WORK, contains, same, step


def database(name, *statements):
    path = os.path.join(WORK, name)
    with sqlite3.connect(path) as opened:
        for statement in statements:
            opened.execute(statement)
    return path


SHOP = database(
    "shop.db",
    "create table orders (id integer primary key, amount integer)",
    "create table buyers (id integer primary key, name text)",
    "create view paid as select id, amount from orders",
)
TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,pipelines.orders,PROD)"
UNIQUE = {"version": "1", "source": "compat", "owners": {"users": ["pipelines.jane"]}}
GLOSSARY = "version: '1'\nsource: compat\nowners: {users: [pipelines.jane]}\nnodes:\n  - name: Pipelines\n    description: terms\n    terms:\n      - {name: Turnover, description: what comes in}\n"
LINEAGE = """version: 1
lineage:
  - entity: {name: pipelines.mart, type: dataset, env: PROD, platform: hive}
    upstream:
      - entity: {name: pipelines.orders, type: dataset, env: PROD, platform: hive}
"""
ENRICHMENT = [
    ["resource", "subresource", "glossary_terms", "tags", "owners", "ownership_type", "description", "domain", "ownership_type_urn"],
    [TABLE, "", "[urn:li:glossaryTerm:Pipelines.Turnover]", "[urn:li:tag:pipelines]", "[urn:li:corpuser:pipelines.jane]", "TECHNICAL_OWNER", "all orders", "urn:li:domain:pipelines", ""],
    [TABLE, "amount", "", "[urn:li:tag:pipelines]", "", "", "in cents", "", ""],
]
SCHEMA = {
    "$id": "https://example.com/pipelines.json", "title": "Parcel", "type": "object", "description": "what is sent",
    "properties": {"weight": {"type": "number", "description": "in grams"}, "to": {"type": "object", "properties": {"city": {"type": "string"}}}},
}
CONTRACT = """apiVersion: v3.0.2
kind: DataContract
id: 53581432-6c55-4ba2-a65f-72344a91553a
name: pipelines_orders
version: 1.0.0
status: active
domain: sales
description: {purpose: all orders}
servers: [{server: production, type: postgres, host: db, port: 5432, database: shop, schema: public}]
schema:
  - name: orders
    physicalName: orders
    logicalType: object
    properties:
      - {name: id, logicalType: integer, physicalType: integer, primaryKey: true, required: true, description: the number}
      - {name: amount, logicalType: number, physicalType: decimal}
"""
API = {
    "openapi": "3.0.0", "info": {"title": "Parcels", "version": "1"},
    "paths": {"/parcels": {"get": {
        "summary": "all parcels", "tags": ["parcels"],
        "responses": {"200": {"description": "ok", "content": {"application/json": {
            "schema": {"type": "object", "properties": {"id": {"type": "integer"}, "city": {"type": "string"}}}, "example": {"id": 1, "city": "Bern"}}}}},
    }}},
}
COLUMNS = {"id": {"name": "id", "type": "integer", "index": 1, "comment": None}, "amount": {"name": "amount", "type": "numeric", "index": 2, "comment": None}}


def dbt():
    """What `dbt docs generate` leaves: one source, and a model made from it."""
    def node(kind, name, **more):
        schema = "raw" if kind == "source" else "mart"
        return {
            "unique_id": f"{kind}.shop.{name}", "resource_type": kind, "name": name, "database": "shop", "schema": schema, "alias": name,
            "identifier": name, "source_name": "raw", "package_name": "shop", "path": f"{name}.sql", "original_file_path": f"models/{name}.sql",
            "fqn": ["shop", name], "description": f"the {name}", "columns": {"amount": {"name": "amount", "description": "in cents", "meta": {}, "tags": []}},
            "meta": {}, "tags": ["daily"], "config": {"materialized": "table"}, "language": "sql", "source_description": "", "loader": "",
            "raw_code": "", "compiled_code": "", "depends_on": {"nodes": []}, "checksum": {"name": "sha256", "checksum": "1"}, **more,
        }

    code = "select id, amount from shop.raw.orders"
    orders, mart = node("source", "orders"), node("model", "revenue", depends_on={"nodes": ["source.shop.orders"]}, raw_code=code, compiled_code=code)
    about = lambda name, version: {"dbt_schema_version": f"https://schemas.getdbt.com/dbt/{name}/v{version}.json", "dbt_version": "1.9.0", "generated_at": "2026-01-01T00:00:00Z", "adapter_type": "postgres", "project_name": "shop"}
    manifest = {"metadata": about("manifest", 12), "nodes": {mart["unique_id"]: mart}, "sources": {orders["unique_id"]: orders}, "exposures": {}, "metrics": {}, "semantic_models": {}}
    listed = lambda kind, schema, name: {"unique_id": f"{kind}.shop.{name}", "metadata": {"type": "BASE TABLE", "schema": schema, "name": name, "database": "shop", "comment": None, "owner": "jane"}, "columns": COLUMNS, "stats": {}}
    catalog = {"metadata": about("catalog", 1), "nodes": {mart["unique_id"]: listed("model", "mart", "revenue")}, "sources": {orders["unique_id"]: listed("source", "raw", "orders")}}
    return {"manifest_path": file("dbt/manifest.json", manifest), "catalog_path": file("dbt/catalog.json", catalog), "target_platform": "postgres"}


def enrichment():
    path = os.path.join(WORK, "enrichment.csv")
    with open(path, "w", newline="") as out:
        csv.writer(out).writerows(ENRICHMENT)
    return {"filename": path, "write_semantics": "PATCH", "delimiter": ",", "array_delimiter": "|"}


def served(text):
    """An address that answers with this JSON."""
    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def api():
    """The source reads its description over HTTP."""
    return {"name": "parcels", "url": served(json.dumps(API)), "swagger_file": "openapi.json"}


def workbook():
    from openpyxl import Workbook

    book = Workbook()
    book.active.title = "orders"
    for row in (["id", "amount"], [1, 20], [2, 30]):
        book.active.append(row)
    book.save(os.path.join(WORK, "orders.xlsx"))
    return {"path_list": [os.path.join(WORK, "orders.xlsx")]}


def queries():
    """Needs the tables to be known, for their columns."""
    lines = [{"query": "insert into mart select id, amount from orders", "timestamp": 1767225600, "user": "pipelines.jane", "downstream_tables": ["mart"], "upstream_tables": ["orders"]}]
    return {"platform": "postgres", "query_file": file("queries.json", "\n".join(map(json.dumps, lines))), "default_db": "shop", "default_schema": "raw"}


def lake():
    import pyarrow
    from deltalake import write_deltalake

    write_deltalake(os.path.join(WORK, "lake", "orders"), pyarrow.table({"id": [1, 2], "amount": [20, 30]}))
    return {"base_path": os.path.join(WORK, "lake"), "platform_instance": "here"}


def folder():
    """Files below a folder, read as those of a bucket."""
    for month in ("2026-01", "2026-02"):
        file(f"bucket/orders/month={month}/part.csv", "id,amount\n1,20\n2,30\n")
    return {"path_specs": [{"include": os.path.join(WORK, "bucket/{table}/{partition_key[0]}={partition[0]}/*.csv")}], "platform": "file"}


def recorded():
    """What the sink `file` writes, for the source `file`."""
    path = os.path.join(WORK, "recorded.json")
    recipe = {"source": {"type": "sqlalchemy", "config": {"connect_uri": f"sqlite:///{SHOP}", "platform": "sqlite"}}, "sink": {"type": "file", "config": {"filename": path}}}
    pipeline = Pipeline.create(recipe)
    pipeline.run()
    pipeline.raise_from_status()
    return {"path": path}


def pack():
    """
    A pack of data at an address. The source starts a pipeline of its own, with the sink `datahub-rest`. Without patches: files of the client do
    not keep their content type, and the client refuses to send them to the endpoint that packs go to.
    """
    with open(recorded()["path"]) as recording:
        items = [each for each in json.load(recording) if each.get("changeType") != "PATCH"]
    return {"pack_url": served(json.dumps(items)) + "pack.json", "trust_custom": True, "no_cache": True, "server": URL}


SOURCES = {
    "sqlalchemy": lambda: {"connect_uri": f"sqlite:///{SHOP}", "platform": "sqlite"},
    "file": recorded,
    "dbt": dbt,
    "csv-enricher": enrichment,
    "json-schema": lambda: {"path": file("parcel.json", SCHEMA), "platform": "schemaregistry"},
    "openapi": api,
    "datahub-business-glossary": lambda: {"file": file("glossary.yml", GLOSSARY), "enable_auto_id": False},
    "datahub-lineage-file": lambda: {"file": file("lineage.yml", LINEAGE)},
    "excel": workbook,
    "sql-queries": queries,
    "odcs": lambda: {"path": file("contract.odcs.yaml", CONTRACT)},
    "delta-lake": lake,
    "s3": folder,
    "demo-data": pack,
    "datahub-mock-data": lambda: {"gen_1": {"enabled": True, "lineage_fan_out": 2, "lineage_hops": 2}},
}

for name, config in SOURCES.items():
    with step(f"pipeline {name}, sink ASYNC_BATCH and SYNC: every aspect is read back equal") as notes:
        notes.append(in_both_modes(name, config()))


def run(*words):
    ended = subprocess.run(["datahub", *words], capture_output=True, text=True, cwd=WORK, timeout=300)
    if ended.returncode:
        raise AssertionError(f"datahub {' '.join(words)}: {(ended.stdout + ended.stderr)[-800:]}")
    return ended.stdout + ended.stderr


def recipe(path, mode):
    source = {"connect_uri": f"sqlite:///{path}", "platform": "sqlite", "stateful_ingestion": {"enabled": True, "remove_stale_metadata": True, "fail_safe_threshold": 100}}
    return file("stateful.json.yml", {"pipeline_name": f"compat-{mode}", "source": {"type": "sqlalchemy", "config": source}, "sink": sink(mode)})


def removed(urn):
    return (graph.get_entity_raw(urn, ["status"])["aspects"].get("status") or {}).get("value", {}).get("removed")


for mode in ("ASYNC_BATCH", "SYNC"):
    with step(f"datahub ingest run, stateful, {mode}: a table that is gone is soft-deleted, and returns"):
        name = f"state_{mode.lower()}.db"
        path = database(name, "create table kept (a integer)", "create table gone (a integer)")
        recipe_file = recipe(path, mode)
        run("ingest", "run", "-c", recipe_file)
        listed = [urn for urn in graph.get_urns_by_filter(platform="sqlite", query="gone") if "gone" in urn] or ["urn:li:dataset:(urn:li:dataPlatform:sqlite,main.gone,PROD)"]
        kept, gone = listed[0].replace("gone", "kept"), listed[0]
        same((removed(kept), removed(gone)), (False, False), "after the first run")
        database(name, "drop table gone")
        run("ingest", "run", "-c", recipe_file)
        same((removed(kept), removed(gone)), (False, True), "without the table")
        database(name, "create table gone (a integer)")
        run("ingest", "run", "-c", recipe_file)
        same((removed(kept), removed(gone)), (False, False), "with it again")

with step("datahub ingest list-runs, show, rollback"):
    contains(run("ingest", "list-runs", "0", "200"), "compat-dbt-ASYNC_BATCH")
    contains(run("ingest", "show", "--run-id", "compat-dbt-ASYNC_BATCH"), "revenue")
    run("ingest", "rollback", "--run-id", "compat-datahub-mock-data-ASYNC_BATCH", "--force")
