/** Limits on guesses (docs/access.md 7): wrong ones cost time where they come from, and lock nobody out elsewhere. */
import { expect } from 'chai';
import { noReset, Refusal, wrongPassword } from '../../src/errors.ts';
import { type Guess, makeAttempts } from '../../src/http/signin/attempts.ts';

function world(kept?: number) {
  let now = 0;
  const attempts = makeAttempts(() => now, kept);
  /** What comes of an attempt: its result, or the status of the refusal. */
  const attempt = async (guess: Guess, isRight: boolean): Promise<'in' | number> => {
    try {
      return await attempts.make(guess, async () => {
        if (!isRight) throw guess.door === 'reset' ? noReset() : wrongPassword();
        return 'in' as const;
      });
    } catch (error) {
      if (error instanceof Refusal) return error.status;
      throw error;
    }
  };
  return {
    attempt,
    log: (who: string, address: string, isRight: boolean) => attempt({ door: 'password', who, address }, isRight),
    wait: (ms: number) => {
      now += ms;
    },
  };
}

const addressOf = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

describe('Wrong guesses', () => {
  it('cost ten minutes after ten for a name at an address, and nothing elsewhere', async () => {
    const { log, attempt, wait } = world();
    for (let time = 0; time < 10; time++) expect(await log(time % 2 ? 'Ada' : 'ada', 'a', false)).to.equal(401);
    expect([await log('ada', 'a', true), await log('ada', 'b', true), await log('bob', 'a', true)]).to.deep.equal([429, 'in', 'in']);
    expect(await attempt({ door: 'reset', who: 'ada', address: 'a' }, true)).to.equal('in');
    wait(600_001);
    expect(await log('ada', 'a', true)).to.equal('in');
  });

  it('are forgotten when the right one comes, and those that are no guesses do not count', async () => {
    const { log, attempt } = world();
    for (let round = 0; round < 5; round++) {
      for (let time = 0; time < 9; time++) expect(await log('ada', `${round}`, false)).to.equal(401);
      expect(await log('ada', `${round}`, true)).to.equal('in');
      expect(await log('ada', `${round}`, true)).to.equal('in');
    }
    for (let time = 0; time < 200; time++) expect(await attempt({ door: 'invitation', address: 'a' }, true)).to.equal('in');
  });

  // SECURITY.md S18
  it('of many names cost an address time, but not for who has come in from there', async () => {
    const { log, attempt, wait } = world();
    expect(await log('ada', 'a', true)).to.equal('in');
    const answers: unknown[] = [];
    for (let name = 0; name < 150; name++) answers.push(await log(`user ${name}`, 'a', false));
    expect([answers.filter((each) => each === 401).length, answers.lastIndexOf(401)]).to.deep.equal([100, 99]);
    expect([await log('bob', 'a', true), await log('bob', 'b', true), await log('ada', 'a', true)]).to.deep.equal([429, 'in', 'in']);
    expect(await attempt({ door: 'invitation', address: 'a' }, true)).to.equal('in');
    for (let time = 0; time < 100; time++) await attempt({ door: 'invitation', address: 'a' }, false);
    expect(await attempt({ door: 'invitation', address: 'a' }, true)).to.equal(429);
    wait(600_001);
    expect(await log('bob', 'a', true)).to.equal('in');
  });

  // SECURITY.md S19
  it('from many addresses at one name cost each of them more and more time, and no other', async () => {
    const { log, attempt, wait } = world();
    expect(await log('ada', 'home', true)).to.equal('in');
    for (let each = 0; each < 110; each++) await log('ada', addressOf(each % 11), false);
    let verified = 0;
    for (let minute = 0; minute < 60; minute++) {
      for (let each = 1_000; each < 1_100; each++) if ((await log('ada', addressOf(each), false)) === 401) verified++;
      wait(60_000);
      expect(await log('ada', addressOf(50_000 + minute), true)).to.equal('in');
      expect(await attempt({ door: 'reset', who: 'ada', address: addressOf(50_000 + minute) }, true)).to.equal('in');
    }
    // Without an attack an address may guess 60 times an hour.
    expect(verified / 100).to.be.within(5, 10);
    expect(await log('ada', 'home', false)).to.equal(401);
    expect(await log('ada', 'home', true)).to.equal('in');
    expect(await log('ada', addressOf(1_000), true)).to.equal(429);
  });

  it('that are made at the same time count as those one after the other; right ones are all let in', async () => {
    const { log } = world();
    const wrong = await Promise.all(Array.from({ length: 40 }, () => log('ada', 'a', false)));
    expect(wrong.filter((each) => each === 401).length).to.equal(10);
    const right = await Promise.all(Array.from({ length: 40 }, () => log('ada', 'b', true)));
    expect(new Set(right)).to.deep.equal(new Set(['in']));
    for (let each = 0; each < 110; each++) await log('bob', addressOf(each), false);
    const once = await Promise.all(Array.from({ length: 40 }, () => log('bob', 'c', false)));
    expect(once.filter((each) => each === 401).length).to.equal(1);
  });

  it('of names and addresses without number fill no memory, and lock out nobody', async () => {
    const { log } = world(200);
    for (let each = 0; each < 2_000; each++) await log(`user ${each % 97}`, addressOf(each), false);
    for (let each = 0; each < 100; each++) expect(await log(`user ${each}`, `192.0.2.${each}`, true)).to.equal('in');
  });
});
