import type { Member, PolicyChoice, RunSettings, Speculative, VerifyMode } from '@/lib/consensus/schema';
import type { Environment } from '@/lib/env';
import {
  knownModel,
  MODEL_STUDIO_PANEL,
  MODEL_STUDIO_URL,
  OPENROUTER_URL,
  resolveBaseUrl,
  cleanApiKey,
  type Endpoint,
} from '@/lib/providers/endpoints';
import { ConfigError } from './config-error';
import type { ConfigFile, FileMember } from './config-file';

export interface ConfiguredMember extends Member {
  extraBody?: Record<string, unknown>;
}

export interface Limits {
  callTimeoutMs: number;
  runDeadlineMs: number;
  graceMs: number;
  callAttempts: number;
  /** 0 = no limit. */
  concurrentRuns: number;
  /** Per client; 0 = no limit. */
  runsPerMinute: number;
  judgeCandidateChars: number;
  retryBaseMs: number;
  breakerFaults: number;
  breakerOpenMs: number;
}

export interface Config {
  host: string;
  port: number;
  isLoopback: boolean;
  publicUrl?: string;
  accessToken?: string;
  databaseUrl: string;
  retentionDays: number;
  endpoints: Record<string, Endpoint>;
  panel: ConfiguredMember[];
  judge: ConfiguredMember & Pick<RunSettings['judge'], 'order' | 'secondOrder'>;
  judgeIsDefault: boolean;
  synthesizer: ConfiguredMember;
  limits: Limits;
  speculative: Speculative;
  onDisconnect: 'finish' | 'cancel';
  verify: VerifyMode;
  minConfidence: number;
  release: { policy: PolicyChoice; faultTolerance: number; minVotes: number; weights: Record<string, number> };
  demo: boolean;
  demoSpeed: number;
  /** A setting that is there but not enough to leave the demo; `variable` names what is missing. */
  notice?: { code: 'panel_missing'; variable: string };
  metrics: boolean;
  proxy?: { httpsProxy?: string; httpProxy?: string; noProxy?: string };
}

export const DEMO_ENDPOINT = 'demo';
const MAIN_ENDPOINT = 'main';
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

type Role = 'member' | 'judge' | 'writer';

/**
 * The settings in force. Precedence: environment, then the configuration file, then the preset of
 * the key that is set, then the demo panel. `demoKey` is the demo endpoint's key, made at start.
 * Throws a ConfigError for settings that contradict each other.
 */
export function resolveConfig(
  env: Environment,
  file: ConfigFile,
  readKey: (variable: string) => string | undefined,
  demoKey: string,
): Config {
  const isLoopback = LOOPBACK.has(env.HOST);
  if (!isLoopback && env.QUORATE_ACCESS_TOKEN === undefined && !env.QUORATE_ALLOW_OPEN) {
    throw new ConfigError('HOST', `is ${env.HOST}, so anybody on the network could ask: set QUORATE_ACCESS_TOKEN, or QUORATE_ALLOW_OPEN=1 if that is meant`);
  }
  const endpoints = resolveEndpoints(env, file, readKey);
  const names = panelNames(env, file);
  const isDemo = names === null || Object.keys(endpoints).length === 0;
  if (isDemo && env.PANEL_MODELS !== undefined) {
    throw new ConfigError('PANEL_MODELS', 'is set, but there is no endpoint to ask: set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint of your own');
  }
  const roles = isDemo ? demoRoles() : configuredRoles(env, file, names, Object.keys(endpoints));
  const demoBase = { name: DEMO_ENDPOINT, baseURL: `http://${clientHost(env.HOST)}:${env.PORT}/api/demo/v1`, apiKey: demoKey };
  const hasKeyOnly = isDemo && (env.OPENAI_API_KEY !== undefined || env.OPENAI_BASE_URL !== undefined);
  return {
    host: env.HOST,
    port: env.PORT,
    isLoopback,
    ...(env.PUBLIC_URL === undefined ? {} : { publicUrl: env.PUBLIC_URL }),
    ...(env.QUORATE_ACCESS_TOKEN === undefined ? {} : { accessToken: env.QUORATE_ACCESS_TOKEN }),
    databaseUrl: env.DATABASE_URL,
    retentionDays: env.RETENTION_DAYS,
    endpoints: isDemo ? { [DEMO_ENDPOINT]: demoBase } : endpoints,
    ...roles,
    judge: {
      ...roles.judge,
      order: env.JUDGE_ORDER ?? file.judge?.order ?? 'shuffled',
      secondOrder: file.judge?.secondOrder ?? 'off',
    },
    limits: resolveLimits(env, file, isLoopback),
    speculative: file.speculative ?? 'review',
    onDisconnect: file.onDisconnect ?? 'finish',
    verify: file.verify ?? 'single',
    minConfidence: file.minConfidence ?? 0.95,
    release: {
      policy: env.RELEASE_POLICY ?? file.release?.policy ?? 'off',
      faultTolerance: file.release?.faultTolerance ?? 1,
      minVotes: file.release?.minVotes ?? 1,
      weights: file.release?.weights ?? {},
    },
    demo: isDemo,
    demoSpeed: env.QUORATE_DEMO_SPEED,
    ...(hasKeyOnly ? { notice: { code: 'panel_missing' as const, variable: 'PANEL_MODELS' } } : {}),
    metrics: env.QUORATE_METRICS,
    ...proxyOf(env),
  };
}

function resolveEndpoints(env: Environment, file: ConfigFile, readKey: (variable: string) => string | undefined): Record<string, Endpoint> {
  const endpoints: Record<string, Endpoint> = {};
  const add = (name: string, baseURL: string, key: string | undefined, variable: string) => {
    const cleaned = key === undefined ? undefined : cleanedKey(key, variable);
    endpoints[name] = { name, baseURL: resolveBaseUrl(baseURL), ...(cleaned === undefined ? {} : { apiKey: cleaned }) };
  };
  if (env.OPENROUTER_API_KEY !== undefined) add(MAIN_ENDPOINT, OPENROUTER_URL, env.OPENROUTER_API_KEY, 'OPENROUTER_API_KEY');
  if (env.MODELSTUDIO_API_KEY !== undefined) add(MAIN_ENDPOINT, MODEL_STUDIO_URL, env.MODELSTUDIO_API_KEY, 'MODELSTUDIO_API_KEY');
  for (const [name, { baseURL, apiKeyEnv }] of Object.entries(file.endpoints ?? {})) {
    const key = apiKeyEnv === undefined ? undefined : readKey(apiKeyEnv);
    if (apiKeyEnv !== undefined && key === undefined) throw new ConfigError(apiKeyEnv, `is not set, but QUORATE_CONFIG names it for the endpoint "${name}"`);
    add(name, baseURL, key, apiKeyEnv ?? 'QUORATE_CONFIG');
  }
  const key = env.OPENAI_API_KEY;
  if (env.OPENAI_BASE_URL !== undefined) add(MAIN_ENDPOINT, env.OPENAI_BASE_URL, key, 'OPENAI_API_KEY');
  else if (key !== undefined && endpoints[MAIN_ENDPOINT] === undefined) add(MAIN_ENDPOINT, 'https://api.openai.com/v1', key, 'OPENAI_API_KEY');
  return endpoints;
}

function cleanedKey(key: string, variable: string): string {
  try {
    return cleanApiKey(key);
  } catch (error) {
    throw new ConfigError(variable, error instanceof Error ? error.message : 'is not a key');
  }
}

/** OpenRouter's own names; any of them can be replaced by PANEL_MODELS. */
const OPENROUTER_PANEL = ['openai/gpt-4o-mini', 'anthropic/claude-3.5-haiku', 'google/gemini-2.0-flash-001'];

function panelNames(env: Environment, file: ConfigFile): FileMember[] | null {
  if (env.PANEL_MODELS !== undefined) return env.PANEL_MODELS.map((model) => ({ model }));
  if (file.panel !== undefined) return file.panel;
  if (env.MODELSTUDIO_API_KEY !== undefined) return MODEL_STUDIO_PANEL.members.map((model) => ({ model }));
  if (env.OPENROUTER_API_KEY !== undefined) return OPENROUTER_PANEL.map((model) => ({ model }));
  return null;
}

function configuredRoles(env: Environment, file: ConfigFile, names: FileMember[], endpointNames: string[]) {
  const usesModelStudio = env.MODELSTUDIO_API_KEY !== undefined && env.PANEL_MODELS === undefined && file.panel === undefined;
  const preset = usesModelStudio ? MODEL_STUDIO_PANEL.judge : undefined;
  const panel = names.map((member) => withDefaults(member, 'member', endpointNames));
  const judgeName: FileMember | undefined = env.JUDGE_MODEL === undefined ? (file.judge ?? named(preset)) : { model: env.JUDGE_MODEL };
  const [first] = names;
  if (first === undefined) throw new ConfigError('PANEL_MODELS', 'names no model');
  const judge = judgeName ?? { model: first.model, ...(first.endpoint === undefined ? {} : { endpoint: first.endpoint }) };
  const writer: FileMember =
    env.SYNTHESIS_MODEL !== undefined
      ? { model: env.SYNTHESIS_MODEL }
      : (file.synthesizer ?? { model: judge.model, ...(judge.endpoint === undefined ? {} : { endpoint: judge.endpoint }) });
  return {
    panel,
    judge: withDefaults(judge, 'judge', endpointNames),
    judgeIsDefault: judgeName === undefined,
    synthesizer: withDefaults(writer, 'writer', endpointNames),
  };
}

function named(model: string | undefined): FileMember | undefined {
  return model === undefined ? undefined : { model };
}

/** What the file says about a member, over what is known of the model by name. Nothing else is sent. */
export function withDefaults(member: FileMember, role: Role, endpointNames: string[]): ConfiguredMember {
  const [fallback = MAIN_ENDPOINT] = endpointNames;
  const endpoint = member.endpoint ?? (endpointNames.includes(MAIN_ENDPOINT) ? MAIN_ENDPOINT : fallback);
  if (!endpointNames.includes(endpoint)) throw new ConfigError('QUORATE_CONFIG', `names the endpoint "${endpoint}", which is not under "endpoints"`);
  const known = knownModel(member.model, role) ?? {};
  const { model, temperature = known.temperature, maxTokens = known.maxTokens, extraBody = known.extraBody, price } = member;
  return {
    model,
    endpoint,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(extraBody === undefined ? {} : { extraBody }),
    ...(price === undefined ? {} : { price }),
  };
}

function demoRoles() {
  const member = (model: string): ConfiguredMember => ({ model, endpoint: DEMO_ENDPOINT });
  return {
    panel: ['demo-brief', 'demo-thorough', 'demo-careless'].map(member),
    judge: member('demo-judge'),
    judgeIsDefault: false,
    synthesizer: member('demo-writer'),
  };
}

function resolveLimits(env: Environment, file: ConfigFile, isLoopback: boolean): Limits {
  const limits = file.limits ?? {};
  return {
    callTimeoutMs: env.CALL_TIMEOUT_MS ?? limits.callTimeoutMs ?? 90_000,
    runDeadlineMs: env.RUN_DEADLINE_MS ?? limits.runDeadlineMs ?? 180_000,
    graceMs: env.GRACE_MS ?? limits.graceMs ?? 60_000,
    callAttempts: env.CALL_ATTEMPTS ?? limits.callAttempts ?? 3,
    // On loopback only this machine's own people can ask; elsewhere a client must not flood the panel.
    concurrentRuns: limits.concurrentRuns ?? (isLoopback ? 0 : 32),
    runsPerMinute: limits.runsPerMinute ?? (isLoopback ? 0 : 60),
    judgeCandidateChars: limits.judgeCandidateChars ?? 24_000,
    retryBaseMs: env.RETRY_BASE_MS,
    breakerFaults: env.BREAKER_FAULTS,
    breakerOpenMs: env.BREAKER_OPEN_MS,
  };
}

function clientHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function proxyOf(env: Environment): Pick<Config, 'proxy'> {
  if (env.HTTPS_PROXY === undefined && env.HTTP_PROXY === undefined) return {};
  return {
    proxy: {
      ...(env.HTTPS_PROXY === undefined ? {} : { httpsProxy: env.HTTPS_PROXY }),
      ...(env.HTTP_PROXY === undefined ? {} : { httpProxy: env.HTTP_PROXY }),
      ...(env.NO_PROXY === undefined ? {} : { noProxy: env.NO_PROXY }),
    },
  };
}
