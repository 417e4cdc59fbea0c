import { ModelError } from '@/lib/consensus/model-error';
import { redact } from './redact';

const TIMEOUT_CODES = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

interface Fault {
  code: string;
  message: string;
  address?: string;
}

/** A failure below HTTP as `network` (or `timeout`), with the address and what to do about it. */
export function networkError(thrown: unknown, baseURL: string, keys: readonly string[]): ModelError {
  const faults = faultsOf(thrown);
  const [first] = faults;
  const kind = first !== undefined && TIMEOUT_CODES.has(first.code) ? 'timeout' : 'network';
  return new ModelError(kind, redact(sentence(faults, new URL(baseURL)), keys));
}

function sentence(faults: Fault[], { host, hostname, port }: URL): string {
  const codes = [...new Set(faults.map(({ code }) => code).filter((code) => code !== ''))];
  const places = faults.map(({ address }) => address).filter((address) => address !== undefined);
  const detail = [...codes, ...new Set(places)].join(' ');
  if (codes.includes('ECONNREFUSED')) {
    const hint =
      hostname === 'localhost'
        ? ` If it listens on IPv4 only, write http://127.0.0.1${port === '' ? '' : `:${port}`} instead of localhost.`
        : ' On this machine, 127.0.0.1 is the usual address.';
    return `Nothing answers at ${host} (${detail}). Is the endpoint running?${hint}`;
  }
  if (codes.some((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN'))
    return `The name ${hostname} cannot be resolved (${detail}).`;
  if (codes.some((code) => TIMEOUT_CODES.has(code)))
    return `No connection to ${host} could be made in time (${detail}).`;
  const message = faults.map((fault) => fault.message).find((text) => text !== '') ?? 'unknown fault';
  return `The connection to ${host} failed: ${message}${detail === '' ? '' : ` (${detail})`}.`;
}

/** The errors at the bottom: SDK and undici wrap them, and a host with two addresses gives two. */
function faultsOf(thrown: unknown, depth = 0): Fault[] {
  if (!(thrown instanceof Error) || depth > 5) return [];
  if (thrown instanceof AggregateError && thrown.errors.length > 0) {
    return thrown.errors.flatMap((error: unknown) => faultsOf(error, depth + 1));
  }
  if (thrown.cause instanceof Error) return faultsOf(thrown.cause, depth + 1);
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const address = 'address' in thrown && typeof thrown.address === 'string' ? thrown.address : undefined;
  const port = 'port' in thrown && typeof thrown.port === 'number' ? `:${thrown.port}` : '';
  const host = address?.includes(':') === true ? `[${address}]` : address;
  return [{ code, message: thrown.message, ...(host === undefined ? {} : { address: `${host}${port}` }) }];
}
