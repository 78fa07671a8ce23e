"""A small catalog to ask the tools of the MCP server about. All names begin with `compat_`."""
import time
from typing import List, Tuple

import datahub.metadata.schema_classes as m
from datahub.emitter.mce_builder import (
    make_data_platform_urn,
    make_dataset_urn,
    make_domain_urn,
    make_group_urn,
    make_schema_field_urn,
    make_tag_urn,
    make_term_urn,
    make_user_urn,
)
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.emitter.rest_emitter import DatahubRestEmitter

RAW, ORDERS, MART = (make_dataset_urn("hive", f"compat_shop.{name}") for name in ("orders_raw", "orders", "revenue"))
TAG = make_tag_urn("compat_pii")
NODE = "urn:li:glossaryNode:compat_finance"
TERM = make_term_urn("compat_turnover")
DOMAIN = make_domain_urn("compat_sales")
USER = make_user_urn("compat_ann")
GROUP = make_group_urn("compat_stewards")
PROPERTY = "urn:li:structuredProperty:compat.retention"
QUERY = "urn:li:query:compat_daily"
DOCUMENT = "urn:li:document:compat_guide"
ASSERTION = "urn:li:assertion:compat_rows"
STAMP = m.AuditStampClass(time=1700000000000, actor=USER)


def column(name: str, description: str) -> m.SchemaFieldClass:
    kind = m.SchemaFieldDataTypeClass(type=m.NumberTypeClass())
    return m.SchemaFieldClass(fieldPath=name, type=kind, nativeDataType="bigint", description=description)


def schema(*columns: m.SchemaFieldClass) -> m.SchemaMetadataClass:
    return m.SchemaMetadataClass(
        schemaName="compat", platform=make_data_platform_urn("hive"), version=0, hash="",
        platformSchema=m.OtherSchemaClass(rawSchema="create table"), fields=list(columns),
    )


def lineage(upstream: str, downstream: str) -> m.UpstreamLineageClass:
    return m.UpstreamLineageClass(
        upstreams=[m.UpstreamClass(dataset=upstream, type=m.DatasetLineageTypeClass.TRANSFORMED, auditStamp=STAMP)],
        fineGrainedLineages=[
            m.FineGrainedLineageClass(
                upstreamType=m.FineGrainedLineageUpstreamTypeClass.FIELD_SET,
                downstreamType=m.FineGrainedLineageDownstreamTypeClass.FIELD,
                upstreams=[make_schema_field_urn(upstream, "amount")],
                downstreams=[make_schema_field_urn(downstream, "amount")],
            )
        ],
    )


def aspects() -> List[Tuple[str, object]]:
    found: List[Tuple[str, object]] = []
    for urn, name in ((RAW, "Raw orders"), (ORDERS, "Orders"), (MART, "Revenue")):
        found.append((urn, m.DatasetPropertiesClass(name=f"compat {name}", description=f"{name} of the shop", customProperties={"team": "shop"})))
        found.append((urn, schema(column("amount", "What was paid"), column("customer", "Who paid"))))
    found += [
        (ORDERS, lineage(RAW, ORDERS)),
        (MART, lineage(ORDERS, MART)),
        (ORDERS, m.ViewPropertiesClass(materialized=False, viewLogic="select amount, customer from orders_raw", viewLanguage="SQL")),
        (TAG, m.TagPropertiesClass(name="compat PII", description="Personal data")),
        (NODE, m.GlossaryNodeInfoClass(definition="About money", name="compat Finance")),
        (TERM, m.GlossaryTermInfoClass(definition="Money that came in", termSource="INTERNAL", name="compat Turnover", parentNode=NODE)),
        (DOMAIN, m.DomainPropertiesClass(name="compat Sales", description="What is sold")),
        (USER, m.CorpUserInfoClass(active=True, displayName="Compat Ann", email="ann@example.com")),
        (GROUP, m.CorpGroupInfoClass(admins=[], members=[USER], groups=[], displayName="compat stewards")),
        (PROPERTY, m.StructuredPropertyDefinitionClass(
            qualifiedName="compat.retention", displayName="compat Retention", valueType="urn:li:dataType:datahub.number",
            entityTypes=["urn:li:entityType:datahub.dataset"])),
        (QUERY, m.QueryPropertiesClass(
            statement=m.QueryStatementClass(value="select sum(amount) from orders", language="SQL"), source="MANUAL",
            created=STAMP, lastModified=STAMP, name="compat daily turnover")),
        (QUERY, m.QuerySubjectsClass(subjects=[m.QuerySubjectClass(entity=ORDERS), m.QuerySubjectClass(entity=make_schema_field_urn(ORDERS, "amount"))])),
        (DOCUMENT, m.DocumentInfoClass(
            title="compat How orders flow", status=m.DocumentStatusClass(state="PUBLISHED"),
            contents=m.DocumentContentsClass(text="Raw orders arrive at night. Refunds are negative amounts."),
            created=STAMP, lastModified=STAMP, relatedAssets=[m.RelatedAssetClass(asset=ORDERS)])),
        (ASSERTION, m.AssertionInfoClass(
            type="VOLUME", description="At least one row",
            volumeAssertion=m.VolumeAssertionInfoClass(
                type="ROW_COUNT_TOTAL", entity=ORDERS,
                rowCountTotal=m.RowCountTotalClass(
                    operator="GREATER_THAN_OR_EQUAL_TO",
                    parameters=m.AssertionStdParametersClass(value=m.AssertionStdParameterClass(value="1", type="NUMBER")))))),
        (ASSERTION, m.AssertionRunEventClass(
            timestampMillis=int(time.time() * 1000), runId="compat-1", asserteeUrn=ORDERS, status="COMPLETE", assertionUrn=ASSERTION,
            result=m.AssertionResultClass(type="FAILURE", rowCount=0))),
    ]
    return found


def write(server: str, token: str) -> None:
    """Writes the catalog, and takes off what an earlier run of the tools has left."""
    emitter = DatahubRestEmitter(server, token=token or None)
    for urn, aspect in aspects():
        emitter.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))
    empty = [m.GlobalTagsClass(tags=[]), m.GlossaryTermsClass(terms=[], auditStamp=STAMP), m.OwnershipClass(owners=[]), m.DomainsClass(domains=[])]
    for aspect in [*empty, m.EditableSchemaMetadataClass(editableSchemaFieldInfo=[]), m.StructuredPropertiesClass(properties=[])]:
        emitter.emit(MetadataChangeProposalWrapper(entityUrn=ORDERS, aspect=aspect))
