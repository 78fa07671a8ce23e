/**
 * The tools, in the order in which a client lists them.
 */
import type { Tool } from '../tool.ts';
import { changeTags, changeTerms } from './change-links.ts';
import { changeOwners } from './change-owners.ts';
import { changesSince } from './changes-since.ts';
import { describeAsset } from './describe-asset.ts';
import { findData } from './find-data.ts';
import { impactOfChange } from './impact-of-change.ts';
import { joinsBetween } from './joins-between.ts';
import { pathsBetween } from './paths-between.ts';
import { setDescription } from './set-description.ts';
import { setProperties } from './set-properties.ts';
import { whoKnows } from './who-knows.ts';

export const TOOLS: readonly Tool[] = [
  findData,
  describeAsset,
  joinsBetween,
  impactOfChange,
  pathsBetween,
  whoKnows,
  changesSince,
  setDescription,
  changeTags,
  changeTerms,
  changeOwners,
  setProperties,
];
