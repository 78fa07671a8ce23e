/**
 * What asks an executor to run an ingestion source: the same for a request of a client and for a schedule (docs/ingestion.md).
 */
import { Refusal } from '../errors.ts';
import { isRecord } from '../model/path.ts';
import { parseLong } from '../model/read-json.ts';

/** Who runs what names no executor: the one of Cairn, if INGESTION is on. */
export const ANY_EXECUTOR = 'default';
/** The most values in a recipe. */
const MOST_VALUES = 50_000;

/** The arguments of a run of a source, and who runs it. */
export interface SourceRun {
  readonly args: Readonly<Record<string, string>>;
  readonly executorId: string;
}

/** The recipe, if it is JSON. @throws Refusal for JSON that every API refuses */
export async function readRecipe(recipe: string): Promise<Record<string, unknown> | undefined> {
  try {
    const read = await parseLong(recipe, 'The recipe', 'refuse', MOST_VALUES);
    return isRecord(read) ? read : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'notJson') throw error;
    return undefined;
  }
}

/**
 * The run of a source: its recipe with the id of the run, and with the source as its pipeline. A recipe that is not JSON stays as it is.
 *
 * @param config of a `dataHubIngestionSourceInfo`
 */
export async function sourceRun(config: unknown, run: string, source: string): Promise<SourceRun> {
  const { recipe = '', version, executorId, debugMode, extraArgs } = isRecord(config) ? config : {};
  const read = await readRecipe(String(recipe));
  return {
    executorId: typeof executorId === 'string' ? executorId : ANY_EXECUTOR,
    args: {
      ...(isRecord(extraArgs) ? (extraArgs as Record<string, string>) : {}),
      recipe: read ? JSON.stringify({ pipeline_name: source, ...read, run_id: run }) : String(recipe),
      ...(version !== undefined && { version: String(version) }),
      ...(debugMode !== undefined && { debug_mode: String(debugMode) }),
    },
  };
}
