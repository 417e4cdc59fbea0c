import { describe, expect, it } from 'vitest';
import { isGone, ownerName, thisProcess } from './owner';

const self = { host: 'one', pid: 1, instance: 'now' };

describe('isGone', () => {
  it.each([
    { name: 'ourselves', owner: 'one/1/now', alive: [1], gone: false },
    {
      name: 'an earlier process with our number, as after a container restart',
      owner: 'one/1/before',
      alive: [1],
      gone: true,
    },
    { name: 'a dead process of this host', owner: 'one/7/x', alive: [1], gone: true },
    { name: 'a living process of this host', owner: 'one/7/x', alive: [1, 7], gone: false },
    { name: 'a process of another host', owner: 'two/7/x', alive: [1], gone: false },
  ])('$name: $gone', ({ owner, alive, gone }) => {
    expect(isGone(owner, self, (pid) => alive.includes(pid))).toBe(gone);
  });

  it('asks the operating system when nobody answers for it', () => {
    const here = thisProcess();
    expect(isGone(`${here.host}/${process.ppid}/x`, here)).toBe(false);
    expect(isGone(`${here.host}/4194999/x`, here)).toBe(true);
    expect(isGone(ownerName(here), here)).toBe(false);
  });
});
