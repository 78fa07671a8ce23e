/**
 * A writer of the model-based test: sends random commands to datasets of its own, and knows from the model what must come of each.
 */
import { expect } from 'chai';
import type { Client } from '../client.ts';
import { description, proposal } from '../make.ts';
import type { Random } from '../random.ts';
import { type Ask, asked, type Change, exists, KEY, nothing, rolledBack, SERIES, type World } from './oracle.ts';
import { CONTENTS, makeWire, SIZE, VALUES, type Wire } from './wire.ts';

const VERSIONED = Object.keys(VALUES).filter((name) => name !== SERIES);
const CHANGES: readonly Change[] = ['UPSERT', 'UPSERT', 'UPSERT', 'UPDATE', 'CREATE', 'CREATE_ENTITY', 'PATCH', 'RESTATE', 'DELETE'];
/** A batch has from 2 to 5 proposals. */
const LEAST = 2;
const MORE = 4;

export interface ModelWriter {
  readonly wire: Wire;
  /** What it wrote to the shared entity, oldest first. */
  readonly shares: readonly string[];
  /** What it has done so far, a line a command: tells how a difference came about. */
  readonly done: readonly string[];
  /** What must be there now. */
  world(): World;
  /** Any of the servers. */
  client(): Client;
  /** Sends so many commands, one after the other. */
  act(commands: number): Promise<void>;
}

/**
 * @param own names that nobody else uses
 * @param shared URN of the entity that all writers write to
 */
export function makeModelWriter(own: (label: string) => string, random: Random, clients: readonly Client[], shared: string): ModelWriter {
  const wire = makeWire(own);
  const shares: string[] = [];
  const done: string[] = [];
  let world: World = nothing(SIZE);
  const client = (): Client => random.of(clients);

  function aspectFor(change: Change): string {
    if (change === 'PATCH') return 'datasetProperties';
    if (change === 'DELETE' && random.below(4) === 0) return KEY;
    return random.of(change === 'UPSERT' ? Object.keys(VALUES) : VERSIONED);
  }

  /** Something to ask of the server, when `known` is what it has. */
  function ask(known: World): Ask {
    const change = random.of(CHANGES);
    const on = random.below(SIZE);
    const aspect = aspectFor(change);
    const content = random.below(CONTENTS);
    const count = known.entities[on]?.aspects.get(aspect)?.length ?? 0;
    const conditional = aspect !== SERIES && random.below(6) === 0;
    // The deletion of an entity takes no version.
    const versions = aspect === KEY ? [-1] : [count || -1, count + 1, -1];
    return {
      change,
      on,
      aspect,
      ...(change === 'DELETE' ? {} : { value: VALUES[aspect]?.(content) }),
      run: random.below(2) === 0 ? undefined : random.of(wire.runs),
      ifVersion: conditional ? random.of(versions) : undefined,
      ifNone: change.startsWith('CREATE') && random.below(3) === 0,
    };
  }

  async function writeOne(): Promise<void> {
    const each = ask(world);
    const next = asked(world, each);
    done.push(`${told(each)}${next ? '' : ' (refused)'}`);
    const answer = await client().ingestProposal(wire.proposalOf(each));
    expect(answer.status, `${JSON.stringify(wire.proposalOf(each))}: ${answer.text}`).to.equal(next ? 200 : 422);
    world = next ?? world;
  }

  /** @param together all or nothing: ends with the first proposal that is refused */
  async function writeBatch(together: boolean): Promise<void> {
    const asks: Ask[] = [];
    const taken: boolean[] = [];
    const newborn = new Set<number>();
    let next = world;
    for (let count = LEAST + random.below(MORE); count > 0 && !(together && taken.includes(false)); count--) {
      const each = ask(next);
      const after = asked(next, each, newborn);
      if (after && !exists(next, each.on) && exists(after, each.on)) newborn.add(each.on);
      if (after && !exists(after, each.on)) newborn.delete(each.on);
      asks.push(each);
      taken.push(after !== undefined);
      next = after ?? next;
    }
    const whole = !taken.includes(false);
    const proposals = asks.map(wire.proposalOf);
    done.push(`${together ? 'together' : 'each'}: ${asks.map((each, at) => `${told(each)}${taken[at] ? '' : ' (refused)'}`).join('; ')}`);
    if (together) {
      const answer = await client().ingestProposalBatch(proposals);
      expect(answer.status, `${JSON.stringify(proposals)}: ${answer.text}`).to.equal(whole ? 200 : 422);
    } else {
      const answer = await client().ingestEach(proposals);
      expect(answer.status, answer.text).to.equal(200);
      const said = answer.body.value.items.map(({ outcome }) => outcome !== 'refused');
      expect(said, `${JSON.stringify(proposals)}: ${answer.text}`).to.deep.equal(taken);
    }
    if (whole || !together) world = next;
  }

  async function rollBack(): Promise<void> {
    const run = random.of(wire.runs);
    const safe = random.below(2) === 0;
    done.push(`roll back ${run}${safe ? ', safe' : ''}`);
    const answer = await client().send('POST', '/runs?action=rollback', { json: { runId: run, safe } });
    expect(answer.status, answer.text).to.equal(world.runs.has(run) ? 200 : 404);
    world = rolledBack(world, run, safe);
  }

  async function share(): Promise<void> {
    const text = `${wire.owners[0]} says ${shares.length}`;
    const answer = await client().ingestProposal(proposal(shared, 'datasetProperties', description(text)));
    expect(answer.status, answer.text).to.equal(200);
    shares.push(text);
  }

  return {
    wire,
    shares,
    done,
    world: () => world,
    client,
    async act(commands) {
      for (let count = commands; count > 0; count--) {
        const dice = random.below(10);
        if (dice < 4) await writeOne();
        else if (dice < 8) await writeBatch(dice < 6);
        else if (dice < 9) await rollBack();
        else await share();
      }
    },
  };
}

function told({ change, on, aspect, value, run, ifVersion, ifNone }: Ask): string {
  const conditions = `${ifVersion === undefined ? '' : ` if version ${ifVersion}`}${ifNone ? ' if none' : ''}`;
  return `${change} ${on} ${aspect} ${JSON.stringify(value) ?? ''}${run === undefined ? '' : ` by ${run}`}${conditions}`;
}
