"""What people govern with: history, documents, stages, versions, forms, links, products, incidents, pages; and the rules of single calls."""

import json

import requests
from datahub.emitter.mce_builder import make_chart_urn, make_data_product_urn, make_dataset_urn, make_schema_field_urn, make_tag_urn, make_term_urn, make_user_urn
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.metadata import schema_classes as models
from datahub.sdk import DataHubClient
from datahub.specific.dataset import DatasetPatchBuilder
from step import URL, contains, eventually, same, step

graph = DataHubClient(server=URL)._graph
ANN, BOB = make_user_urn("ann"), make_user_urn("bob")
STAMP = models.AuditStampClass(time=1, actor=ANN)


def dataset(name):
    return make_dataset_urn("hive", f"governing.{name}")


def emit(urn, *aspects, **more):
    for aspect in aspects:
        graph.emit_mcp(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect, **more))


def ask(query, **variables):
    return graph.execute_graphql(query, variables=variables)


def run(field, **given):
    kind = f"{field[0].upper()}{field[1:]}Input"
    return ask(f"mutation ($input: {kind}!) {{ {field}(input: $input) }}", input=given)[field]


def schema(*names):
    number = models.SchemaFieldDataTypeClass(models.NumberTypeClass())
    fields = [models.SchemaFieldClass(name, number, "int", description=f"the column {name}") for name in names]
    return models.SchemaMetadataClass("s", "urn:li:dataPlatform:hive", 0, "", models.OtherSchemaClass(""), fields)


with step("Timeline: who changed what, of each kind, and columns that are renamed, not removed and added"):
    urn = dataset("timeline")
    emit(urn, schema("id", "old_name"), models.OwnershipClass([models.OwnerClass(ANN, models.OwnershipTypeClass.DATAOWNER)]))
    emit(urn, schema("id", "new_name"), models.GlobalTagsClass([models.TagAssociationClass(make_tag_urn("pii"))]))
    emit(urn, models.DomainsClass(["urn:li:domain:sales"]), models.EditableDatasetPropertiesClass(description="Sold"))
    read = "query ($urn: String!) { getTimeline(input: {urn: $urn}) { skippedVersionCount changeTransactions { actor timestampMillis changes { category operation description } } } }"
    found = ask(read, urn=urn)["getTimeline"]
    same(all(each["actor"] for each in found["changeTransactions"]), True)
    changes = [each for transaction in found["changeTransactions"] for each in transaction["changes"]]
    for category in "TECHNICAL_SCHEMA", "OWNERSHIP", "TAG", "DOMAIN", "DOCUMENTATION":
        contains([each["category"] for each in changes], category)
    renamed = [each for each in changes if each["category"] == "TECHNICAL_SCHEMA" and "new_name" in each["description"]]
    same([each["operation"] for each in renamed], ["MODIFY"])
    for version in 1, 2:
        where = f"{URL}/openapi/v2/timeline/v1" if version == 2 else f"{URL}/openapi/timeline/v1"
        answer = requests.get(f"{where}/{requests.utils.quote(urn, safe='')}?categories=TECHNICAL_SCHEMA,TAG&startTime=-1")
        same((answer.status_code, len(answer.json()) > 0), (200, True), where)

with step("Documents: made, changed, moved, merged, searched, with a history, deleted"):
    emit(dataset("about"), models.StatusClass(removed=False))
    parent = run("createDocument", id="governing-parent", title="Handbook", contents={"text": "All of it"}, state="PUBLISHED")
    urn = run("createDocument", id="governing-child", title="Refunds", contents={"text": "Negative"}, relatedAssets=[dataset("about")], subType="FAQ")
    same(run("updateDocumentContents", urn=urn, title="Refunded orders", contents={"text": "Negative amounts"}), True)
    same(run("moveDocument", urn=urn, parentDocument=parent), True)
    same(run("updateDocumentStatus", urn=urn, state="PUBLISHED"), True)
    same(run("updateDocumentSubType", urn=urn, subType="Runbook"), True)
    same(run("updateDocumentSettings", urn=urn, showInGlobalContext=True), True)
    same(run("updateDocumentRelatedEntities", urn=urn, relatedDocuments=[parent]), True)
    read = "query ($urn: String!) { document(urn: $urn) { subType info { title status { state } contents { text } parentDocument { document { urn } } relatedDocuments { document { urn } } } parentDocuments { count } changeHistory { changeType actor { urn } } } }"
    document = ask(read, urn=urn)["document"]
    same((document["subType"], document["info"]["title"], document["info"]["status"]["state"]), ("Runbook", "Refunded orders", "PUBLISHED"))
    same((document["info"]["parentDocument"]["document"]["urn"], document["parentDocuments"]["count"]), (parent, 1))
    kinds = [each["changeType"] for each in document["changeHistory"]]
    for kind in "CREATED", "TITLE_CHANGED", "TEXT_CHANGED", "PARENT_CHANGED", "STATE_CHANGED":
        contains(kinds, kind)

    def found():
        search = "query ($input: SearchDocumentsInput!) { searchDocuments(input: $input) { total documents { urn } } }"
        same(ask(search, input={"parentDocuments": [parent]})["searchDocuments"]["documents"], [{"urn": urn}])
        contains(ask(search, input={"query": "handbook", "rootOnly": True})["searchDocuments"]["documents"], {"urn": parent})

    eventually(found)
    same(ask("mutation ($urn: String!) { deleteDocument(urn: $urn) }", urn=urn)["deleteDocument"], True)

with step("Stages: listed, set, hidden from searches of others than owners"):
    stage = "urn:li:lifecycleStageType:governing"
    emit(stage, models.LifecycleStageTypeInfoClass(name="Secret", settings=models.LifecycleStageSettingsClass(hideInSearch=True), created=STAMP, lastModified=STAMP))
    hidden = dataset("hidden_stage")
    emit(hidden, models.DatasetPropertiesClass(name="governinghidden"), models.OwnershipClass([models.OwnerClass(BOB, models.OwnershipTypeClass.DATAOWNER)]))
    same(ask("mutation ($urn: String!, $stage: String) { setLifecycleStage(urn: $urn, lifecycleStageUrn: $stage) }", urn=hidden, stage=stage)["setLifecycleStage"], True)

    def listed():
        stages = ask("{ listLifecycleStages { urn name hideInSearch } }")["listLifecycleStages"]
        contains(stages, {"urn": stage, "name": "Secret", "hideInSearch": True})
        search = "query ($flags: SearchFlags) { searchAcrossEntities(input: {query: \"governinghidden\", types: [DATASET], searchFlags: $flags}) { searchResults { entity { urn } } } }"
        every = ask(search, flags={"includeHiddenLifecycleStages": True})["searchAcrossEntities"]["searchResults"]
        contains([each["entity"]["urn"] for each in every], hidden)
        shown = [each["entity"]["urn"] for each in ask(search, flags={})["searchAcrossEntities"]["searchResults"]]
        same(hidden in shown, False)

    eventually(listed)

with step("Patches: whole lists are removed, owners by type survive, domains follow their origins"):
    urn = dataset("patched")
    tag = models.TagAssociationClass(make_tag_urn("pii"))
    emit(urn, models.GlobalTagsClass([tag]), models.DomainsClass(["urn:li:domain:a"]), schema("id"))
    owner = models.OwnerClass(ANN, models.OwnershipTypeClass.TECHNICAL_OWNER)
    emit(urn, models.OwnershipClass([owner], ownerTypes={"urn:li:ownershipType:__system__technical_owner": [ANN]}))
    emit(urn, models.GlossaryTermsClass([models.GlossaryTermAssociationClass(make_term_urn("t"))], STAMP))
    emit(urn, models.UpstreamLineageClass([models.UpstreamClass(dataset("up"), models.DatasetLineageTypeClass.TRANSFORMED)]))
    emit(urn, models.InstitutionalMemoryClass([models.InstitutionalMemoryMetadataClass("https://x.example", "x", STAMP)]))
    emit(urn, models.DocumentationClass([models.DocumentationAssociationClass("text")]))
    first = graph.get_aspect(urn, models.OwnershipClass).ownerTypes
    emit(urn, models.OwnershipClass([owner]))
    same(graph.get_aspect(urn, models.OwnershipClass).ownerTypes, first)
    lists = {"globalTags": "tags", "glossaryTerms": "terms", "ownership": "owners", "upstreamLineage": "upstreams", "domains": "domains", "institutionalMemory": "elements", "documentation": "documentations"}
    for aspect, field in lists.items():
        patch = {"patch": [{"op": "remove", "path": f"/{field}"}], "arrayPrimaryKeys": {}}
        body = models.GenericAspectClass(value=json.dumps(patch["patch"]).encode(), contentType="application/json-patch+json")
        graph.emit_mcp(models.MetadataChangeProposalClass(entityType="dataset", entityUrn=urn, changeType="PATCH", aspectName=aspect, aspect=body))
        stored = graph.get_entity_raw(urn, [aspect])["aspects"][aspect]["value"]
        same(stored[field], [], aspect)
    for proposal in DatasetPatchBuilder(urn).add_tag(tag).add_custom_property("k", "v").build():
        graph.emit_mcp(proposal)
    same(graph.get_aspect(urn, models.GlobalTagsClass).tags[0].tag, make_tag_urn("pii"))

with step("An unknown URN is an object that does not exist, alone, twice and among others"):
    known, unknown = dataset("patched"), dataset("never")
    read = f'{{ a: dataset(urn: "{unknown}") {{ urn exists }} b: dataset(urn: "{unknown}") {{ urn exists }} c: dataset(urn: "{known}") {{ exists }} }}'
    same(ask(read), {"a": {"urn": unknown, "exists": False}, "b": {"urn": unknown, "exists": False}, "c": {"exists": True}})
    for field, name in ("chart", make_chart_urn("looker", "never")), ("tag", make_tag_urn("never")), ("corpUser", make_user_urn("never")):
        same(ask(f'{{ {field}(urn: "{name}") {{ exists }} }}')[field], {"exists": False})

with step("Versions: properties that are ingested make the version set, and its latest is by sort id"):
    versions = "urn:li:versionSet:(governing,dataset)"
    for number in 2, 10, 1:
        emit(
            dataset(f"v{number}"),
            models.VersionPropertiesClass(
                versionSet=versions,
                version=models.VersionTagClass(versionTag=f"v{number}"),
                sortId=f"{number:08d}",
                versioningScheme=models.VersioningSchemeClass.LEXICOGRAPHIC_STRING,
                aliases=[models.VersionTagClass(versionTag=f"alias{number}")],
            ),
        )
    same(graph.get_aspect(versions, models.VersionSetPropertiesClass).latest, dataset("v10"))
    same([graph.get_aspect(dataset(f"v{number}"), models.VersionPropertiesClass).isLatest for number in (1, 2, 10)], [False, False, True])

with step("Forms: made, assigned, answered, verified, taken away, deleted"):
    purpose = "urn:li:structuredProperty:governing.purpose"
    emit(purpose, models.StructuredPropertyDefinitionClass("governing.purpose", "urn:li:dataType:datahub.string", ["urn:li:entityType:datahub.dataset"]))
    prompt = {"id": "p1", "title": "Why?", "type": "STRUCTURED_PROPERTY", "required": True, "structuredPropertyParams": {"urn": purpose}}
    form = ask("mutation ($input: CreateFormInput!) { createForm(input: $input) { urn } }", input={"id": "governing", "name": "Audit", "type": "VERIFICATION", "prompts": [prompt]})["createForm"]["urn"]
    asset = dataset("form")
    emit(asset, models.StatusClass(removed=False))
    for _ in range(2):
        same(run("batchAssignForm", formUrn=form, entityUrns=[asset]), True)
    answer = {"type": "STRUCTURED_PROPERTY", "promptId": "p1", "formUrn": form, "structuredPropertyParams": {"structuredPropertyUrn": purpose, "values": [{"stringValue": "Sales"}]}}
    same(ask("mutation ($urn: String!, $input: SubmitFormPromptInput!) { submitFormPrompt(urn: $urn, input: $input) }", urn=asset, input=answer)["submitFormPrompt"], True)
    same(run("verifyForm", formUrn=form, entityUrn=asset), True)
    forms = graph.get_aspect(asset, models.FormsClass)
    same(([each.urn for each in forms.completedForms], [each.form for each in forms.verifications]), ([form], [form]))
    same(run("batchRemoveForm", formUrn=form, entityUrns=[asset]), True)
    same(run("deleteForm", urn=form), True)

with step("Links and data products: added, changed, removed"):
    urn = dataset("linked")
    emit(urn, models.StatusClass(removed=False))
    link = {"linkUrl": "https://a.example", "label": "A", "resourceUrn": urn}
    same(run("addLink", **link, settings={"showInAssetPreview": True}), True)
    same(run("updateLink", currentUrl="https://a.example", currentLabel="A", linkUrl="https://b.example", label="B", resourceUrn=urn), True)
    same([each.url for each in graph.get_aspect(urn, models.InstitutionalMemoryClass).elements], ["https://b.example"])
    same(run("removeLink", linkUrl="https://b.example", label="B", resourceUrn=urn), True)
    product = make_data_product_urn("governing")
    emit(product, models.DataProductPropertiesClass(name="Sales"))
    for field, count in ("batchAddToDataProducts", 1), ("batchRemoveFromDataProducts", 0):
        same(run(field, dataProductUrns=[product], resourceUrns=[urn]), True)
        same(len(graph.get_aspect(product, models.DataProductPropertiesClass).assets or []), count)

with step("Incidents, glossary, fields of charts"):
    urn = dataset("incident")
    emit(urn, models.StatusClass(removed=False), schema("id"))
    incident = run("raiseIncident", type="FRESHNESS", title="Late", resourceUrn=urn)
    health = "query ($urn: String!) { dataset(urn: $urn) { health { type status activeIncidentHealthDetails { count latestIncident { urn } latestIncidentTitle } } } }"
    wanted = {"count": 1, "latestIncident": {"urn": incident}, "latestIncidentTitle": "Late"}
    eventually(lambda: contains(ask(health, urn=urn)["dataset"]["health"], {"type": "INCIDENTS", "status": "FAIL", "activeIncidentHealthDetails": wanted}))
    node = "urn:li:glossaryNode:governing"
    emit(node, models.GlossaryNodeInfoClass(definition="", name="Money"))
    emit(make_term_urn("governing"), models.GlossaryTermInfoClass(definition="", termSource="INTERNAL", name="Net", parentNode=node))
    read = f'{{ glossaryNode(urn: "{node}") {{ childrenCount {{ termsCount nodesCount }} }} }}'
    same(ask(read)["glossaryNode"]["childrenCount"], {"termsCount": 1, "nodesCount": 0})
    chart, column = make_chart_urn("looker", "governing"), make_schema_field_urn(urn, "id")
    emit(chart, models.InputFieldsClass([models.InputFieldClass(schemaFieldUrn=column, schemaField=schema("id").fields[0])]))
    read = "query ($urn: String!) { chart(urn: $urn) { inputFields { fields { schemaField { schemaFieldEntity { urn parent { urn } } } } } } }"
    fields = ask(read, urn=chart)["chart"]["inputFields"]["fields"]
    same(fields, [{"schemaField": {"schemaFieldEntity": {"urn": column, "parent": {"urn": urn}}}}])

with step("A run of points is rolled back: the entity is gone, and read as not there"):
    urn = dataset("rolled_back")
    meta = models.SystemMetadataClass(runId="governing-run", lastObserved=1)
    emit(urn, models.DatasetProfileClass(timestampMillis=1700000000000, rowCount=3), models.DatasetPropertiesClass(name="x"), systemMetadata=meta)
    same(graph.get_latest_timeseries_value(urn, models.DatasetProfileClass, {}).rowCount, 3)
    graph._post_generic(f"{URL}/runs?action=rollback", {"runId": "governing-run", "dryRun": False, "hardDelete": True})
    same(graph.get_latest_timeseries_value(urn, models.DatasetProfileClass, {}), None)
    same(graph.exists(urn), False)

with step("OpenAPI: points of all entities, generic batches, conditions, one aspect, doubles"):
    for number in 1, 2:
        emit(dataset(f"points{number}"), models.DatasetProfileClass(timestampMillis=1700000000000 + number, rowCount=number))
    points = f"{URL}/openapi/v2/timeseries/dataset/datasetProfile?count=1"
    page = requests.get(points).json()
    more = requests.get(points, params={"scrollId": page["scrollId"]}).json()
    same([len(page["results"]), len(more["results"])], [1, 1], str(page)[:300])
    body = {"dataset": [{"urn": dataset("patched"), "globalTags": {}}]}
    answer = requests.post(f"{URL}/openapi/v3/entity/generic/batchGet", json=body)
    same((answer.status_code, answer.json()["dataset"][0]["urn"]), (200, dataset("patched")), answer.text[:300])
    where = f"{URL}/openapi/v3/entity/dataset/{requests.utils.quote(dataset('patched'), safe='')}/globalTags"
    refused = requests.post(where, json={"value": {"tags": []}}, headers={"If-Version-Match": "-10000"})
    same(refused.status_code, 412)
    same(set(requests.get(where).json()) & {"urn", "globalTags"}, set())
    size = "urn:li:structuredProperty:governing.size"
    emit(size, models.StructuredPropertyDefinitionClass("governing.size", "urn:li:dataType:datahub.number", ["urn:li:entityType:datahub.dataset"]))
    first = dataset("first_property")
    emit(first, models.StructuredPropertiesClass([models.StructuredPropertyValueAssignmentClass(size, [60.0])]))
    text = requests.get(f"{URL}/openapi/v3/entity/dataset/{requests.utils.quote(first, safe='')}/structuredProperties").text
    contains(text.replace(" ", ""), '"double":60.0')
    answer = requests.post(f"{URL}/openapi/v3/relationship/scroll?direction=INCOMING&relationshipTypes=TaggedWith&count=5", json={})
    same((answer.status_code, {each["relationshipType"] for each in answer.json()["results"]}), (200, {"TaggedWith"}), answer.text[:300])

with step("Configuration, what the sender may, service accounts"):
    config = requests.get(f"{URL}/config").json()
    contains(json.dumps(config), "defaultCliVersion")
    me = ask("{ me { corpUser { urn } platformPrivileges { managePolicies manageHomePageTemplates } } appConfig { appVersion policiesConfig { enabled } } }")
    same(me["me"]["platformPrivileges"]["managePolicies"], True)
    made = ask('mutation { createServiceAccount(input: {displayName: "Loader"}) { urn } }')["createServiceAccount"]["urn"]
    eventually(lambda: contains(json.dumps(ask("{ listServiceAccounts(input: {start: 0, count: 50}) { serviceAccounts { urn } } }")), made))
    same(ask("mutation ($urn: String!) { deleteServiceAccount(urn: $urn) }", urn=made)["deleteServiceAccount"], True)

with step("Patches in GraphQL, pages, logical parents"):
    term = make_term_urn("governing-imported")
    ops = [{"op": "ADD", "path": f"/{field}", "value": value} for field, value in (("name", "Net"), ("definition", "What stays"), ("termSource", "INTERNAL"))]
    patched = ask("mutation ($input: [PatchEntityInput!]!) { patchEntities(input: $input) { urn success error } }", input=[{"urn": term, "entityType": "glossaryTerm", "aspectName": "glossaryTermInfo", "patch": ops}])
    same(patched["patchEntities"], [{"urn": term, "success": True, "error": None}])
    same(graph.get_aspect(term, models.GlossaryTermInfoClass).name, "Net")
    module = ask(
        "mutation ($input: UpsertPageModuleInput!) { upsertPageModule(input: $input) { urn properties { name type } } }",
        input={"name": "Wiki", "type": "LINK", "scope": "PERSONAL", "params": {"linkParams": {"linkUrl": "https://x.example"}}},
    )["upsertPageModule"]["urn"]
    template = ask(
        "mutation ($input: UpsertPageTemplateInput!) { upsertPageTemplate(input: $input) { urn } }",
        input={"rows": [{"modules": [module]}], "scope": "PERSONAL", "surfaceType": "HOME_PAGE"},
    )["upsertPageTemplate"]["urn"]
    same([each.modules for each in graph.get_aspect(template, models.DataHubPageTemplatePropertiesClass).rows], [[module]])
    same(run("updateUserHomePageSettings", pageTemplate=template), True)
    same(run("setLogicalParent", resourceUrn=dataset("linked"), parentUrn=dataset("incident")), True)
    same(graph.get_aspect(dataset("linked"), models.LogicalParentClass).parent.destinationUrn, dataset("incident"))
