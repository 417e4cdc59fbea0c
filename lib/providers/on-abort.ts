import { setMaxListeners } from 'node:events';

/**
 * Listens for the abort of a signal and returns how to stop listening. A run's one signal serves all
 * its calls at a time, so Node's warning at eleven listeners would be a false alarm here.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
