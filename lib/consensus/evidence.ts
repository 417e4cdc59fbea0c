import type { Aggregate } from './aggregate';
import { canonicalJson, type PlainJson } from './canonical-json';
import { evidenceSchema, type EngineResult, type EngineStatus, type Evidence } from './schema';

/** SHA-256 of UTF-8 bytes, as `crypto.subtle.digest('SHA-256', …)` gives it. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

/** What a proof of one claim rests on; engines sorted by name, so that the order they ended in is no part of it. */
export function buildEvidence(
  question: string,
  claim: string,
  { answer, agreement, confidence }: Pick<Aggregate, 'answer' | 'agreement' | 'confidence'>,
  results: readonly EngineResult[],
): Evidence {
  const engines = results.map(({ engine, method, result, confidence: own }) => ({
    engine,
    method,
    result,
    confidence: own,
  }));
  engines.sort((one, other) => (one.engine < other.engine ? -1 : one.engine > other.engine ? 1 : 0));
  return { question, claim, answer: answer ?? '', agreement, confidence, engines };
}

/** `sha256:` and the hex hash of the evidence's canonical JSON. Runs wherever a digest can be had. */
export async function proofRefOf(evidence: Evidence, digest: Digest): Promise<string> {
  const hash = await digest(new TextEncoder().encode(canonicalJson(evidence)));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return `sha256:${hex.join('')}`;
}

export interface ProofCheck {
  isGenuine: boolean;
  proofRef: string;
  /** Dotted names of the fields that differ from `original`; empty where none was given. */
  differing: string[];
}

/**
 * Recomputes the hash of pasted evidence. Keys the evidence does not know are a difference, since
 * the hash would not cover them. Throws ZodError when the paste is no evidence at all.
 */
export async function checkProof(
  pasted: unknown,
  proofRef: string,
  digest: Digest,
  original?: Evidence,
): Promise<ProofCheck> {
  const evidence = evidenceSchema.parse(pasted);
  const computed = await proofRefOf(evidence, digest);
  const differing = original ? differingFields(original, pasted) : differingFields(evidence, pasted);
  return {
    isGenuine: computed === proofRef.trim().toLowerCase() && differing.length === 0,
    proofRef: computed,
    differing,
  };
}

/** Where two JSON values differ, as dotted names ("engines.0.confidence"), in the order of the first. */
export function differingFields(expected: unknown, actual: unknown, path = ''): string[] {
  if (!isNested(expected) || !isNested(actual)) return Object.is(expected, actual) ? [] : [path || '(all)'];
  const [left, right] = [new Map(Object.entries(expected)), new Map(Object.entries(actual))];
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys].flatMap((key) =>
    differingFields(left.get(key), right.get(key), path ? `${path}.${key}` : key),
  );
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A status that claims a proof, checked: VERIFIED without evidence is no proof and becomes UNVERIFIABLE. */
export function statusWithEvidence(status: EngineStatus, evidence: PlainJson | undefined): EngineStatus {
  const hasEvidence = typeof evidence === 'object' && evidence !== null && Object.keys(evidence).length > 0;
  return status === 'VERIFIED' && !hasEvidence ? 'UNVERIFIABLE' : status;
}
