import { expect } from 'chai';
import { makeSlices, mapInSlices, restWhile } from '../../src/slices.ts';

/** A clock that each look moves on by 1 ms. */
function ticking(): () => number {
  let now = 0;
  return () => now++;
}

describe('Long work gives other requests a turn', () => {
  it('maps in order, and pauses after each slice', async () => {
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns++;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const doubled = await mapInSlices(
      Array.from({ length: 1_000 }, (_, index) => index),
      (each, index) => each + index,
      makeSlices(ticking()),
    );
    done = true;
    expect(doubled[999]).to.equal(1_998);
    expect(doubled).to.have.length(1_000);
    // A slice is over when the clock has moved on by 3 ms, so by the fourth look.
    expect(turns).to.be.within(240, 340);
  });

  it('asks after each slice whether it has to rest', async () => {
    let asked = 0;
    restWhile(() => ++asked < 3);
    const slices = makeSlices(ticking());
    for (let slice = 0; slice < 4; slice++) await slices.next();
    restWhile(() => false);
    expect(asked).to.equal(4);
  });

  it('rests longer after a step that took long, whoever goes on', async () => {
    restWhile(() => true);
    const from = performance.now();
    const slices = makeSlices();
    while (performance.now() - from < 13);
    await slices.next();
    const paused = performance.now() - from;
    restWhile(() => false);
    // 20 ms for each of the 10 ms beyond a slice. A slow machine only makes it longer.
    expect(paused).to.be.at.least(200);
  });

  it('work whose first step is long begins after the pause', async () => {
    restWhile(() => true);
    const from = performance.now();
    makeSlices();
    while (performance.now() - from < 13);
    await new Promise(setImmediate);
    await makeSlices().begin();
    const paused = performance.now() - from;
    restWhile(() => false);
    expect(paused).to.be.at.least(200);
    const before = performance.now();
    await makeSlices().begin();
    expect(performance.now() - before, 'nobody is disturbed').to.be.lessThan(paused);
  });

  it('does short work in one step', async () => {
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    expect(await mapInSlices([1, 2, 3], (each) => each * 2)).to.deep.equal([2, 4, 6]);
    expect(turned).to.equal(false);
  });

  it('runs one slice in each turn of the loop, for each piece of work in rotation', async () => {
    const perTurn: number[] = [];
    let slicesInTurn = 0;
    let running = 5;
    const turn = (): void => {
      perTurn.push(slicesInTurn);
      slicesInTurn = 0;
      if (running > 0) setImmediate(turn);
    };
    setImmediate(turn);
    const work = async (): Promise<void> => {
      const slices = makeSlices();
      for (let step = 0; step < 4; step++) {
        await slices.next();
        slicesInTurn++;
      }
      running--;
    };
    await Promise.all(Array.from({ length: 5 }, work));
    expect(Math.max(...perTurn)).to.equal(1);
    expect(perTurn.reduce((sum, each) => sum + each, 0)).to.be.within(19, 20);
  });

  it('is counted per turn: what follows in the same turn gets no separate slice', async () => {
    const clock = ticking();
    const first = makeSlices(clock);
    for (let step = 0; step < 30; step++) first.over();
    expect(makeSlices(clock).over()).to.equal(true);
    await first.next();
    expect(first.over()).to.equal(false);
  });

  it('an error of a step ends the work', async () => {
    const seen: number[] = [];
    const failing = mapInSlices([1, 2, 3], (each) => {
      seen.push(each);
      if (each === 2) throw new Error('enough');
    });
    await failing.then(
      () => expect.fail('no error'),
      (error: Error) => expect(error.message).to.equal('enough'),
    );
    expect(seen).to.deep.equal([1, 2]);
  });
});
