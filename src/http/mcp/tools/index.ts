/**
 * The tools, in the order in which a client lists them.
 */
import type { Tool } from '../tool.ts';
import { changeDomain, changeTags, changeTerms } from './change-links.ts';
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

export const TOOLS: readonly Tool[] = [
  findData,
  describeAsset,
  joinsBetween,
  impactOfChange,
  lineageOf,
  pathsBetween,
  whoKnows,
  queriesOf,
  checksOf,
  changesSince,
  historyOf,
  findDocuments,
  readDocument,
  whoAmI,
  setDescription,
  changeTags,
  changeTerms,
  changeOwners,
  changeDomain,
  setProperties,
  saveDocument,
];
