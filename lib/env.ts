import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from './config/config-error';
import { configFileSchema, type ConfigFile } from './config/config-file';
import { judgeOrderSchema, policyChoiceSchema } from './consensus/schema';

const text = z.string().trim();
const milliseconds = z.coerce.number({ error: 'must be a whole number of milliseconds' }).int().min(0);
const count = z.coerce.number({ error: 'must be a whole number' }).int().min(0);
const flag = z.enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' }).transform((value) => value === '1' || value === 'true');
const modelList = text
  .transform((list) => list.split(',').map((name) => name.trim()).filter((name) => name !== ''))
  .refine((names) => names.length >= 2 && names.length <= 7, 'must name 2 to 7 models, separated by commas');

/** Every variable the program reads. An empty value counts as not set. */
export const environmentSchema = z.object({
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address such as https://api.example.com/v1' }).optional(),
  OPENAI_API_KEY: text.optional(),
  PANEL_MODELS: modelList.optional(),
  JUDGE_MODEL: text.optional(),
  SYNTHESIS_MODEL: text.optional(),
  MODELSTUDIO_API_KEY: text.optional(),
  OPENROUTER_API_KEY: text.optional(),
  QUORATE_CONFIG: text.optional(),
  CALL_TIMEOUT_MS: milliseconds.min(1).optional(),
  RUN_DEADLINE_MS: milliseconds.min(1).optional(),
  GRACE_MS: milliseconds.optional(),
  CALL_ATTEMPTS: count.min(1).max(10).optional(),
  RETRY_BASE_MS: milliseconds.default(500),
  BREAKER_FAULTS: count.default(3),
  BREAKER_OPEN_MS: milliseconds.default(30_000),
  JUDGE_ORDER: judgeOrderSchema.optional(),
  RELEASE_POLICY: policyChoiceSchema.optional(),
  DATABASE_URL: z.string().regex(/^(file:|postgres(ql)?:\/\/)/, 'must begin with file: or postgres://').default('file:./data/quorate.db'),
  RETENTION_DAYS: count.default(0),
  QUORATE_ACCESS_TOKEN: text.min(12, 'must be at least 12 characters').optional(),
  QUORATE_ALLOW_OPEN: flag.default(false),
  QUORATE_METRICS: flag.default(false),
  QUORATE_DEMO_SPEED: z.coerce.number({ error: 'must be a number above 0' }).positive().default(1),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  HTTPS_PROXY: text.optional(),
  HTTP_PROXY: text.optional(),
  NO_PROXY: text.optional(),
});
export type Environment = z.infer<typeof environmentSchema>;

/** The environment, checked. Throws a ConfigError that names the variable and says what it must be. */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Environment {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const result = environmentSchema.safeParse(set);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ConfigError(String(issue?.path[0] ?? 'environment'), issue?.message ?? 'is wrong');
}

/** The file behind QUORATE_CONFIG, checked; empty where none is named. */
export function readConfigFile(path: string | undefined): ConfigFile {
  if (path === undefined) return {};
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError('QUORATE_CONFIG', `cannot be read from ${path}: ${error instanceof Error ? error.message : 'unknown fault'}`);
  }
  const result = configFileSchema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ConfigError('QUORATE_CONFIG', `${path}, at ${issue?.path.join('.') || 'the top'}: ${issue?.message ?? 'is wrong'}`);
}

/** A single variable by name, for keys that the configuration file refers to. */
export function readVariable(name: string): string | undefined {
  const value = process.env[name]?.trim();
  return value === '' ? undefined : value;
}

/** The folder the program was started in; the packaged server changes its own. */
export function startFolder(): string {
  return process.env['QUORATE_HOME'] ?? process.cwd();
}
