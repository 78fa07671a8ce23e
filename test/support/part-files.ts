/** Parts in a model of your own (`MODEL_DIR`): what people edit on assets beside what the shipped model has. */

/** Who reviews an asset or a column, and the one table that it is checked with. */
export const PART_FILES = {
  'aspects/reviewers.yaml': `
x-aspect:
  name: reviewers
  record: review.Reviewers
  kind: versioned
  part: {name: reviewers, shape: links, list: people, key: person, noun: reviewer, title: Reviewers, columns: own, suggested: true}
type: object
required: [people]
properties:
  people:
    type: array
    x-patch-key: [person]
    items:
      type: object
      required: [person]
      properties:
        person: {type: string, format: urn, x-urn: {types: [corpuser]}, x-relationship: {name: ReviewedBy, to: [corpuser]}}
        why: {type: string}
`,
  'aspects/checkedWith.yaml': `
x-aspect:
  name: checkedWith
  record: review.CheckedWith
  kind: versioned
  part: {name: checkedWith, shape: link, list: tables, noun: twin table, title: Checked with}
type: object
required: [tables]
properties:
  tables: {type: array, items: {type: string, format: urn, x-urn: {types: [dataset]}, x-relationship: {name: CheckedWith, to: [dataset]}}}
`,
  'entities/dataset-reviewed.yaml': { extend: true, name: 'dataset', aspects: ['reviewers', 'checkedWith'] },
  'entities/column-reviewed.yaml': { extend: true, name: 'schemaField', aspects: ['reviewers'] },
};
