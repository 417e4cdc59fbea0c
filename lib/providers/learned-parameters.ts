/** What an endpoint refused for a model, and is therefore not sent to it any more. */
export interface Learned {
  /** Parameters left out, by their name in the request. */
  omitted: string[];
  /** How a JSON object is asked for: `json_schema` until a refusal says otherwise. */
  json?: 'json_object' | 'plain';
  /** The field of the token limit, where it is not `max_tokens`. */
  tokenField?: 'max_completion_tokens';
  /** Values that the endpoint insists on, by parameter. */
  forced?: Record<string, unknown>;
}

/**
 * The memory of what was learned, per endpoint and model. `get` and `list` answer from memory at
 * once; whoever keeps it across restarts loads it before the first call and writes behind `set`.
 */
export interface LearnedParameters {
  get(endpoint: string, model: string): Learned | undefined;
  set(endpoint: string, model: string, learned: Learned): void;
  list(): { endpoint: string; model: string; learned: Learned }[];
}

/** A memory for this process. `onChange` is told of each new entry, so that it can be stored. */
export function createLearnedParameters(
  known: { endpoint: string; model: string; learned: Learned }[] = [],
  onChange: (endpoint: string, model: string, learned: Learned) => void = () => undefined,
): LearnedParameters {
  const entries = new Map(known.map((entry) => [keyOf(entry.endpoint, entry.model), entry]));
  return {
    get: (endpoint, model) => entries.get(keyOf(endpoint, model))?.learned,
    set: (endpoint, model, learned) => {
      entries.set(keyOf(endpoint, model), { endpoint, model, learned });
      onChange(endpoint, model, learned);
    },
    list: () => [...entries.values()],
  };
}

function keyOf(endpoint: string, model: string): string {
  return JSON.stringify([endpoint, model]);
}
