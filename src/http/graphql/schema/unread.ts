/**
 * Arguments that known clients send and that have no effect: `@unread` in openapi/graphql. Who sends one is told, so that nobody takes an
 * answer for another one.
 */
import {
  type ConstDirectiveNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { isRecord } from '../../../model/path.ts';

/** An argument without effect, or an input with some. */
interface Unread {
  readonly name: string;
  /** Does the argument itself have no effect? */
  readonly itself: boolean;
  readonly within: readonly Unread[];
}

const DIRECTIVE = 'unread';

/** What has no effect among arguments and the fields of their inputs. */
export function unreadOf(args: readonly (GraphQLArgument | GraphQLInputField)[], around: readonly GraphQLInputType[] = []): Unread[] {
  return args.flatMap((each) => {
    const type = getNamedType(each.type);
    const itself = marks(each).some(({ arguments: [anyway] = [] }) => anyway === undefined);
    const within = isInputObjectType(type) && !around.includes(type) ? unreadOf(Object.values(type.getFields()), [...around, type]) : [];
    return itself || within.length > 0 ? [{ name: each.name, itself, within: itself ? [] : within }] : [];
  });
}

function marks({ astNode }: GraphQLArgument | GraphQLInputField): ConstDirectiveNode[] {
  return (astNode?.directives ?? []).filter(({ name }) => name.value === DIRECTIVE);
}

/** The paths of what a client sends without effect. False, null and empty lists ask for nothing. */
export function sentUnread(unread: readonly Unread[], sent: unknown): string[] {
  if (Array.isArray(sent)) return [...new Set(sent.flatMap((each) => sentUnread(unread, each)))];
  if (!isRecord(sent)) return [];
  return unread.flatMap(({ name, itself, within }) => {
    const value = sent[name];
    if (itself) return asks(value) ? [name] : [];
    return sentUnread(within, value).map((path) => `${name}.${path}`);
  });
}

function asks(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
}
