/**
 * Counts the calls of tools, for the metrics.
 */

type ToolOutcome = 'answered' | 'refused' | 'failed';

interface ToolCall {
  readonly tool: string;
  readonly outcome: ToolOutcome;
  readonly count: number;
}

export interface ToolCalls {
  /** Counts a call. `tool`: a name of the list of tools, never a text of a request. */
  add(tool: string, outcome: ToolOutcome): void;
  all(): ToolCall[];
}

export function makeToolCalls(): ToolCalls {
  const counts = new Map<string, ToolCall>();
  return {
    add: (tool, outcome) => {
      const key = `${tool} ${outcome}`;
      counts.set(key, { tool, outcome, count: (counts.get(key)?.count ?? 0) + 1 });
    },
    all: () => [...counts.values()],
  };
}
