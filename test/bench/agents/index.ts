/**
 * `npm run bench -- agents`: tasks with gold answers, solved over /mcp by a fixed policy of tool calls (policy.ts), or with `--model URL` by a model.
 * The tasks are made from the demo catalog, or from the folder of `--data` (data.ts). A token counts as 4 characters of what is sent to a tool and
 * of what it answers.
 */
import { type Agent, type Body, connectAgent } from '../../support/agent.ts';
import type { Cairn } from '../../support/cairn.ts';
import type { Bench, Figure } from '../figures.ts';
import { clientOf, fill, searchable } from '../fill.ts';
import { readFolder } from './data.ts';
import { readFacts } from './facts.ts';
import { askModel, type Endpoint } from './model.ts';
import { type Call, POLICY } from './policy.ts';
import { KINDS, makeTasks, solves, type Task } from './tasks.ts';

const TASKS = 200;
const CHARACTERS_OF_TOKEN = 4;

interface Outcome {
  readonly task: Task;
  readonly answer: readonly string[];
  readonly calls: number;
  readonly characters: number;
}

export const agents: Bench = async (cairn, print) => {
  const questions = await filled(cairn);
  const agent = await connectAgent(cairn.url);
  const { tools } = await agent.client.listTools();
  const tasks = makeTasks(await readFacts(clientOf(cairn)), questions, TASKS);
  const endpoint = endpointOf(process.env);
  const outcomes: Outcome[] = [];
  for (const task of tasks) {
    const outcome = await solved(agent, task, (call) => (endpoint ? askModel(endpoint, tools, task, call) : POLICY[task.kind](task, call)));
    outcomes.push(outcome);
    if (process.env.AGENTS_SHOW && !solves(task, outcome.answer))
      console.log(`${task.kind}: ${task.question}\n  expected ${task.gold.join('; ')}\n  got ${outcome.answer.join('; ')}`);
  }
  await agent.close();
  print([
    ...KINDS.map((kind) =>
      figureOf(
        kind,
        outcomes.filter(({ task }) => task.kind === kind),
      ),
    ),
    figureOf('all', outcomes),
  ]);
  print([{ tools: tools.length, 'tokens of tools/list': tokens(JSON.stringify(tools).length) }]);
};

/** Fills the catalog. Answers the questions of people that there are. */
async function filled(cairn: Cairn) {
  const folder = process.env.AGENTS_DATA;
  if (folder === undefined) {
    await searchable(cairn);
    return [];
  }
  const { proposals, questions } = readFolder(folder);
  await fill(clientOf(cairn), proposals);
  await searchable(cairn);
  return questions;
}

function endpointOf({ AGENTS_MODEL: url, MODEL_NAME: model = 'default', MODEL_KEY: key }: NodeJS.ProcessEnv): Endpoint | undefined {
  return url === undefined ? undefined : { url, model, key };
}

async function solved(agent: Agent, task: Task, work: (call: Call) => Promise<string[]>): Promise<Outcome> {
  let [calls, characters] = [0, 0];
  const answer = await work(async (tool, args): Promise<Body> => {
    const { text, body } = await agent.ask(tool, args);
    calls++;
    characters += tool.length + JSON.stringify(args).length + text.length;
    return body;
  });
  return { task, answer, calls, characters };
}

function figureOf(tasks: string, outcomes: readonly Outcome[]): Figure {
  const good = outcomes.filter(({ task, answer }) => solves(task, answer)).length;
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((all, each) => all + of(each), 0);
  const count = Math.max(1, outcomes.length);
  return {
    tasks,
    number: outcomes.length,
    solved: good,
    'solved %': Math.round((good * 100) / count),
    'calls a task': Math.round((sum(({ calls }) => calls) * 100) / count) / 100,
    'tokens a task': tokens(sum(({ characters }) => characters) / count),
  };
}

function tokens(characters: number): number {
  return Math.round(characters / CHARACTERS_OF_TOKEN);
}
