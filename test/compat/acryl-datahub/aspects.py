"""
Every aspect of every entity type that the package knows: a value with all fields, in each variant of its unions and enumerations, is
written with the package's emitter, read back with its client, and must be equal. The values are made from the Avro schemas inside the
package.
"""

import json
import re

from datahub.configuration.common import OperationalError
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import DatahubClientConfig
from datahub.metadata import schema_classes
from datahub.metadata.schema_classes import KEY_ASPECTS, StructuredPropertyDefinitionClass
from step import URL, tell

DEEPEST = 6
"""Optional fields below so many others stay empty: some schemas contain themselves."""
VARIANTS = 6
"""How many values of each aspect on the first type that has it: unions and enumerations show another member in each."""

# What Cairn does not store, and why (docs/clients.md).
NOT_STORED = {
    "corpUserCredentials": "passwords",
    "dataHubAccessToken": "tokens of another server",
    "inviteToken": "tokens of another server",
    "dataHubOpenAPISchema": "no metadata",
    "dataHubPersona": "has no fields",
    "searchTemplate": "queries of another search engine",
}

graph = DataHubGraph(DatahubClientConfig(server=URL))
TEXTS, NUMBERS = "urn:li:structuredProperty:compat.texts", "urn:li:structuredProperty:compat.numbers"

# Aspects with rules beyond their schemas: the values that they may have, one for each variant.
SETTINGS = ("showInSearchFilters", "showInAssetSummary", "hideInAssetSummaryWhenEmpty", "showAsAssetBadge", "showInColumnsTable")
RULED = {
    "structuredProperties": [
        {"properties": [{"propertyUrn": TEXTS, "values": [{"string": "a"}, {"string": "b"}]}]},
        {"properties": [{"propertyUrn": NUMBERS, "values": [{"double": 1.5}]}, {"propertyUrn": TEXTS, "values": [{"string": "a"}]}]},
    ],
    "structuredPropertySettings": [{"isHidden": True}, {"isHidden": False, **{name: True for name in SETTINGS}}],
    "cost": [
        {"costType": "ORG_COST_TYPE", "cost": {"costId": 1.5, "fieldDiscriminator": "costId"}},
        {"costType": "ORG_COST_TYPE", "cost": {"costCode": "a", "fieldDiscriminator": "costCode"}},
    ],
}


def urn_of(entity):
    """A URN of a type, from the fields of its key."""
    fields = KEY_ASPECTS[entity].RECORD_SCHEMA.fields
    if entity == "structuredProperty":
        return TEXTS
    parts = [str(made(field.type, field.other_props, field.name, 0, 1)) for field in fields]
    return f"urn:li:{entity}:{parts[0]}" if len(parts) == 1 else f"urn:li:{entity}:({','.join(parts)})"


BY_NAME = {"dataProduct": "dataProduct", "platform": "dataPlatform", "instance": "dataPlatformInstance", "flow": "dataFlow", "parent": "dataset"}


def urn_for(props, name):
    """A URN that a field may hold: of the first type that it names."""
    relationship = props.get("Relationship") or {}
    if isinstance(relationship, dict):
        for each in (relationship, *relationship.values()):
            types = each.get("entityTypes") if isinstance(each, dict) else None
            if types:
                return urn_of(types if isinstance(types, str) else types[0])
    cls = str((props.get("java") or {}).get("class", "")).rsplit(".", 1)[-1]
    for entity in KEY_ASPECTS:
        if cls.lower() == f"{entity}urn".lower():
            return urn_of(entity)
    if name in ("actor", "impersonator", "owner", "user"):
        return urn_of("corpuser")
    return urn_of(BY_NAME.get(name, "dataset"))


def made(schema, props, name, variant, depth):
    """A value of a schema as JSON. `variant` chooses among the members of a union and the symbols of an enumeration."""
    props = {**props, **getattr(schema, "other_props", {})}
    kind = schema.type
    if kind == "union":
        members = [each for each in schema.schemas if each.type != "null"]
        if depth > DEEPEST and len(members) < len(schema.schemas):
            return None
        chosen = members[variant % len(members)]
        value = made(chosen, props, name, variant, depth)
        return value if len(members) == 1 else {getattr(chosen, "fullname", None) or chosen.type: value}
    if kind == "record":
        return {field.name: made(field.type, field.other_props, field.name, variant, depth + 1) for field in schema.fields}
    if kind == "array":
        return [] if depth > DEEPEST else [made(schema.items, props, name, variant, depth + 1)]
    if kind == "map":
        return {} if depth > DEEPEST else {"key": made(schema.values, props, name, variant, depth + 1)}
    if kind == "enum":
        return schema.symbols[variant % len(schema.symbols)]
    if kind == "string":
        return urn_for(props, name) if "Urn" in props or "Urn" in str(props.get("java")) else f"text {variant}"
    if name == "timestampMillis":
        return 1700000000000 + variant
    return {"boolean": variant % 2 == 0, "int": 7, "long": 1700000000000, "double": 1.5, "float": 1.5, "bytes": "text"}[kind]


def aspects_of():
    """Entity type → names of its aspects, the key first."""
    for entity, key in sorted(KEY_ASPECTS.items()):
        if entity not in NOT_STORED:
            yield entity, [name for name in (key.ASPECT_NAME, *key.ASPECT_INFO["entityAspects"]) if name not in NOT_STORED]


def write(urn, cls, value):
    """
    Writes a value. The package's schemas do not say for every field which URNs it may hold; where Cairn says that another one is expected,
    that one is sent.
    """
    for attempt in range(3):
        try:
            aspect = cls.from_obj(value)
            graph.emit_mcp(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))
            return aspect
        except OperationalError as error:
            expected = [each for each in error.info.get("details", []) if each["expected"].startswith("a URN of type ")]
            if attempt == 2 or not expected:
                raise
            for detail in expected:
                put(value, detail["pointer"].split("/")[1:], urn_of(re.match(r"a URN of type (\w+)", detail["expected"])[1]))


def put(value, path, new):
    """Replaces what is at a path. The names of union members are there in another spelling, or not at all."""
    part, *rest = path
    place = int(part) if isinstance(value, list) else part if part in value else part.replace("com.linkedin.", "com.linkedin.pegasus2avro.", 1)
    if rest and isinstance(value[place], (list, dict)):
        put(value[place], rest, new)
    else:
        value[place] = new


def define(urn, kind):
    graph.emit_mcp(
        MetadataChangeProposalWrapper(
            entityUrn=urn,
            aspect=StructuredPropertyDefinitionClass(
                qualifiedName=urn.rsplit(":", 1)[1],
                valueType=f"urn:li:dataType:datahub.{kind}",
                entityTypes=[f"urn:li:entityType:datahub.{entity}" for entity, names in aspects_of() if "structuredProperties" in names],
                cardinality="MULTIPLE",
            ),
        )
    )


def values_of(cls):
    """The values to write. A key has one: that of the URN."""
    if cls.ASPECT_NAME in RULED:
        return RULED[cls.ASPECT_NAME]
    variants = 1 if "Key" in cls.__name__ and "keyForEntity" in (cls.ASPECT_INFO or {}) else VARIANTS
    return [made(cls.RECORD_SCHEMA, {}, "", variant, 0) for variant in range(variants)]


def read_back(urn, cls, aspect):
    if cls.ASPECT_TYPE == "timeseries":
        return graph.get_latest_timeseries_value(urn, cls, {"timestampMillis": str(aspect.timestampMillis)})
    return graph.get_aspect(urn, cls)


def shown(aspect):
    """As it is compared: servers compute the owners by type, and where domains come from; values of secrets are encrypted."""
    value = aspect and aspect.to_obj()
    if value:
        value.pop("ownerTypes", None)
        value.pop("domainAssociations", None)
        value.pop("isLatest", None)
        if aspect.ASPECT_NAME == "dataHubSecretValue":
            value.pop("value")
    return value


classes = {cls.ASPECT_NAME: cls for cls in vars(schema_classes).values() if getattr(cls, "ASPECT_NAME", None)}
define(TEXTS, "string")
define(NUMBERS, "number")
failures = {}
known = set()
written = 0
for entity, names in aspects_of():
    urn = urn_of(entity)
    for name in names:
        cls = classes[name]
        if name in ("structuredPropertyKey", "propertyDefinition"):
            continue
        values = values_of(cls)
        for value in values[:1] if name in known else values:
            try:
                aspect = write(urn, cls, value)
                back = read_back(urn, cls, aspect)
                written += 1
                if shown(back) != shown(aspect):
                    failures[f"{entity}.{name}"] = f"read {json.dumps(shown(back))}, sent {json.dumps(shown(aspect))}"
                    break
            except Exception as error:
                failures[f"{entity}.{name}"] = f"{type(error).__name__}: {getattr(error, 'message', error)}"
                break
        known.add(name)
for place, why in failures.items():
    print(place, why)
tell(
    "every aspect of every entity type, in each variant of its unions, read back equal",
    not failures,
    f"{written} values of {len(list(aspects_of()))} types" if not failures else f"{len(failures)} fail: {', '.join(failures)}",
)
