/**
 * The schemas that tools share: arguments, and the parts of their answers.
 */
import { z } from 'zod';

const MOST_TOKENS = 50_000;
const USUAL_TOKENS = 3_000;
const LEAST_TOKENS = 500;
const LONGEST_NAME = 2_000;

export const asset = z.string().min(1).max(LONGEST_NAME).describe('URN or name, such as shop.public.orders');

export const column = z.string().min(1).max(LONGEST_NAME).optional().describe('Column, nested ones with dots');

export const maxTokens = z.number().int().min(LEAST_TOKENS).max(MOST_TOKENS).default(USUAL_TOKENS).describe('Most tokens of the answer');

export const named = z.object({ urn: z.string(), name: z.string(), type: z.string() });

export const propertyValues = z.array(z.object({ name: z.string(), urn: z.string(), values: z.array(z.union([z.string(), z.number()])) }));

/** Of a list that goes on. */
export const start = z.number().int().min(0).max(10_000).default(0).describe('How many to skip');

const hidden = z.object({ what: z.string(), count: z.number(), why: z.string() });
const cut = z.object({ part: z.string(), shown: z.number(), of: z.number(), how: z.string().optional() });

export const PROBLEMS = ['ambiguous', 'unknown', 'hidden', 'unknownColumn', 'ambiguousColumn'] as const;

const names = z.array(z.string());

/** The answer of every tool has these, where they apply. The instructions of the server say what they mean. */
export const common = {
  problem: z
    .object({
      kind: z.enum(PROBLEMS),
      argument: z.string(),
      asked: z.string(),
      say: z.string(),
      candidates: z.array(z.union([named, z.string()])).optional(),
    })
    .optional(),
  none: names.optional(),
  notKnown: names.optional(),
  hidden: z.array(hidden).optional(),
  cut: z.array(cut).optional(),
};
