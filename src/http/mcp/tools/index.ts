/**
 * The tools, in the order in which a client lists them.
 */
import { isLinkPart } from '../../../model/parts.ts';
import type { Model, Part } from '../../../model/types.ts';
import type { Tool } from '../tool.ts';
import { linkTool } from './change-links.ts';
import { changeOwners } from './change-owners.ts';
import { changesSince } from './changes-since.ts';
import { checksOf } from './checks-of.ts';
import { describeAsset } from './describe-asset.ts';
import { findData } from './find-data.ts';
import { findDocuments } from './find-documents.ts';
import { historyOf } from './history-of.ts';
import { impactOfChange } from './impact-of-change.ts';
import { joinsBetween } from './joins-between.ts';
import { lineageOf } from './lineage-of.ts';
import { pathsBetween } from './paths-between.ts';
import { queriesOf } from './queries-of.ts';
import { readDocument } from './read-document.ts';
import { saveDocument } from './save-document.ts';
import { setDescription } from './set-description.ts';
import { setProperties } from './set-properties.ts';
import { whoAmI } from './who-am-i.ts';
import { whoKnows } from './who-knows.ts';

/** Tools that read, and those that write before the parts of assets and after them. */
const READING = [
  ...[findData, describeAsset, joinsBetween, impactOfChange, lineageOf, pathsBetween, whoKnows, queriesOf, checksOf, changesSince, historyOf],
  ...[findDocuments, readDocument, whoAmI],
];

/** The tools for a model: one for each part of links. */
export function toolsOf({ parts }: Pick<Model, 'parts'>): readonly Tool[] {
  return [...READING, setDescription, ...parts.flatMap(toolOf), saveDocument];
}

/** Deprecation, deletion, forms and links to pages have no tool. */
function toolOf(part: Part): Tool[] {
  if (isLinkPart(part)) return [linkTool(part)];
  if (part.shape === 'owners') return [changeOwners];
  return part.shape === 'properties' ? [setProperties] : [];
}
