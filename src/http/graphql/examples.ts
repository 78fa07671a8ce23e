/**
 * The queries with which the GraphiQL page opens, each in a tab. `{urn}` and `{ns}` are filled with the names of the namespace.
 */
export const EXAMPLES: readonly string[] = [
  `# What is in the catalog: Ctrl-Enter runs it. The other tabs define a property, set it, and read it.
query start {
  searchAcrossEntities(input: { query: "*", count: 10 }) {
    total
    searchResults { entity { urn type } }
    facets { field displayName aggregations { value count } }
  }
}
`,
  `# A structured property: a number that datasets may carry.
mutation define {
  createStructuredProperty(
    input: {
      id: "io.cairn.retention"
      displayName: "Retention, in days"
      valueType: "{urn}:dataType:{ns}.number"
      cardinality: SINGLE
      entityTypes: ["{urn}:entityType:{ns}.dataset"]
      allowedValues: [{ numberValue: 30, description: "One month" }, { numberValue: 365, description: "One year" }]
    }
  ) {
    urn
  }
}
`,
  `# Its value on a dataset. The dataset must exist.
mutation set {
  upsertStructuredProperties(
    input: {
      assetUrn: "{urn}:dataset:({urn}:dataPlatform:hive,sales.orders,PROD)"
      structuredPropertyInputParams: [{ structuredPropertyUrn: "{urn}:structuredProperty:io.cairn.retention", values: [{ numberValue: 30 }] }]
    }
  ) {
    properties { structuredProperty { urn } values { ... on NumberValue { numberValue } ... on StringValue { stringValue } } }
  }
}
`,
  `# A dataset, its properties, and what is stored about it.
query read {
  dataset(urn: "{urn}:dataset:({urn}:dataPlatform:hive,sales.orders,PROD)") {
    urn
    type
    name
    platform { urn properties { displayName } }
    properties { name description customProperties { key value } }
    ownership { owners { owner { urn type } } }
    schemaMetadata { fields { fieldPath nativeDataType } }
    structuredProperties { properties { structuredProperty { urn definition { displayName cardinality } } values { ... on NumberValue { numberValue } ... on StringValue { stringValue } } } }
    relationships(input: { direction: OUTGOING }) { total relationships { type entity { urn type } } }
  }
}
`,
  `# All datasets that are kept for more than 20 days, and how many there are for each value.
query find {
  scrollAcrossEntities(
    input: {
      types: [DATASET]
      query: "*"
      count: 10
      orFilters: [{ and: [{ field: "structuredProperties.io.cairn.retention", condition: GREATER_THAN, values: ["20"] }] }]
    }
  ) {
    nextScrollId
    searchResults { entity { urn type } }
  }
  aggregateAcrossEntities(
    input: { types: [DATASET], query: "*", facets: ["structuredProperties.io.cairn.retention", "platform"], searchFlags: { maxAggValues: 100 } }
  ) {
    facets { field displayName aggregations { value count } }
  }
}
`,
];
