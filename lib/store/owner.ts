import { hostname } from 'node:os';

/** The process that works on a run, so that another can tell whether it is still there. */
export interface Owner {
  host: string;
  pid: number;
  /** When the process began: a later one may get the same number. */
  instance: string;
}

/** This process, told apart from an earlier one that had the same process number. */
export function thisProcess(): Owner {
  return { host: hostname(), pid: process.pid, instance: String(Math.floor(performance.timeOrigin)) };
}

export function ownerName(owner: Owner): string {
  return `${owner.host}/${owner.pid}/${owner.instance}`;
}

/**
 * True when the named owner certainly no longer runs: same host, and its process number is free or
 * is ours now. False for another host; there only the lease can tell.
 */
export function isGone(
  name: string,
  self: Owner,
  isAlive: (pid: number) => boolean = isProcessAlive,
): boolean {
  const [host, pid] = name.split('/');
  if (host !== self.host || name === ownerName(self)) return false;
  return Number(pid) === self.pid || !isAlive(Number(pid));
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
