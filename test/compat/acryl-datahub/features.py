"""The source feast, which needs packages that the other sources cannot have beside them: a store of features in files."""

import os
from datetime import timedelta

import pandas
from feast import Entity, FeatureService, FeatureStore, FeatureView, Field, FileSource, ValueType
from feast.types import Float32, Int64
from ingesting import file, in_both_modes
from step import WORK, step

STORE = """project: compat
provider: local
registry: registry.db
online_store: {type: sqlite, path: online.db}
offline_store: {type: file}
entity_key_serialization_version: 3
"""


def store():
    """An entity, a view of two features, and a service that uses it."""
    folder = os.path.dirname(file("features/feature_store.yaml", STORE))
    path = os.path.join(folder, "spending.parquet")
    pandas.DataFrame({"buyer": [1], "amount": [2.0], "at": [pandas.Timestamp("2026-01-01", tz="UTC")]}).to_parquet(path)
    about = {"tags": {"tier": "gold"}, "owner": "jane"}
    buyer = Entity(name="buyer", join_keys=["buyer"], value_type=ValueType.INT64, description="who buys", **about)
    spending = FeatureView(
        name="spending",
        entities=[buyer],
        ttl=timedelta(days=1),
        schema=[Field(name="buyer", dtype=Int64), Field(name="amount", dtype=Float32, description="in cents")],
        source=FileSource(name="spending", path=path, timestamp_field="at"),
        **about,
    )
    FeatureStore(folder).apply([buyer, spending, FeatureService(name="scoring", features=[spending])])
    owner = {"feast_owner_name": "jane", "datahub_owner_urn": "urn:li:corpuser:pipelines.jane", "datahub_ownership_type": "DATAOWNER"}
    return {"path": folder, "enable_tag_extraction": True, "enable_owner_extraction": True, "owner_mappings": [owner]}


with step("pipeline feast, sink ASYNC_BATCH and SYNC: every aspect is read back equal") as notes:
    notes.append(in_both_modes("feast", store()))
