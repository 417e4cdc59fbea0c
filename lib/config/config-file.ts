import { z } from 'zod';
import {
  judgeOrderSchema,
  onDisconnectSchema,
  policyChoiceSchema,
  priceSchema,
  secondOrderSchema,
  speculativeSchema,
  verifyModeSchema,
} from '@/lib/consensus/schema';

const milliseconds = z.number().int().min(0);

const memberSchema = z.strictObject({
  model: z.string().trim().min(1),
  endpoint: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().min(1).optional(),
  extraBody: z.record(z.string(), z.unknown()).optional(),
  price: priceSchema.optional(),
});

/** `true` and `false` are read as `all` and `off`, as a switch. */
const speculative = z.union([speculativeSchema, z.boolean().transform((on) => (on ? ('all' as const) : ('off' as const)))]);

/** The file that QUORATE_CONFIG names. Every key is optional, unknown keys are refused. */
export const configFileSchema = z.strictObject({
  endpoints: z.record(z.string(), z.strictObject({ baseURL: z.url(), apiKeyEnv: z.string().optional() })).optional(),
  panel: z.array(memberSchema).min(2).max(7).optional(),
  judge: memberSchema.extend({ order: judgeOrderSchema.optional(), secondOrder: secondOrderSchema.optional() }).optional(),
  synthesizer: memberSchema.optional(),
  limits: z
    .strictObject({
      callTimeoutMs: milliseconds,
      runDeadlineMs: milliseconds,
      graceMs: milliseconds,
      callAttempts: z.number().int().min(1).max(10),
      concurrentRuns: z.number().int().min(0),
      runsPerMinute: z.number().int().min(0),
      judgeCandidateChars: z.number().int().min(100),
    })
    .partial()
    .optional(),
  speculative: speculative.optional(),
  onDisconnect: onDisconnectSchema.optional(),
  verify: verifyModeSchema.optional(),
  minConfidence: z.number().min(0).max(1).optional(),
  release: z
    .strictObject({
      policy: policyChoiceSchema.optional(),
      faultTolerance: z.number().int().min(0).max(2).optional(),
      minVotes: z.number().int().min(1).max(2).optional(),
      weights: z.record(z.string(), z.number().min(0)).optional(),
    })
    .optional(),
});
export type ConfigFile = z.infer<typeof configFileSchema>;
export type FileMember = z.infer<typeof memberSchema>;
