import { z } from 'zod';
import { isBeingChecked, isHeld } from '@/lib/consensus/public-run';
import { reviewRisk } from '@/lib/consensus/review-risk';
import {
  decisionOutcomeSchema,
  labelAnswerSchema,
  labelPathSchema,
  pathSchema,
  runStatusSchema,
  verificationSchema,
  type Run,
} from '@/lib/consensus/schema';
import type { RunSummary } from './run-store';
import type { RunRow } from './tables';

const QUESTION_CHARS = 300;

/** The columns of a run for lists, filters and sorting. */
export function rowOf(run: Run): Omit<RunRow, 'key'> {
  const answered = run.candidates.filter((candidate) => candidate.status === 'answered').length;
  const panelSize = run.settings.panel.length;
  return {
    id: run.id,
    parent_id: run.parentId ?? null,
    question: withoutNul([...run.question].slice(0, QUESTION_CHARS).join('')),
    status: run.status,
    path: run.path,
    created_at: run.createdAt,
    completed_at: run.completedAt,
    duration_ms: run.durationMs,
    confidence: run.review?.confidence ?? null,
    panel_size: panelSize,
    answered,
    partial: Number(run.status !== 'running' && answered < panelSize),
    models: JSON.stringify(modelsOf(run)),
    tokens: Math.round(run.totals.promptTokens + run.totals.completionTokens),
    cost_amount: run.totals.cost?.amount ?? null,
    cost_currency: run.totals.cost?.currency ?? null,
    agreement: run.agreement?.outcome ?? null,
    verification: run.verification?.status ?? null,
    decision: run.decision?.decision ?? null,
    held: Number(isHeld(run)),
    label_answer: run.label?.answer ?? null,
    label_path: run.label?.path ?? null,
    labelled: Number(run.label !== null),
    risk: reviewRisk(run).score,
    demo: Number(run.settings.demo),
  };
}

export function modelsOf(run: Run): string[] {
  return [...new Set(run.settings.panel.map((member) => withoutNul(member.model)))];
}

/** What a search may find: never the text of an answer that is held or still waits for its release. */
export function searchableTexts(run: Run): string[] {
  if (run.finalAnswer === null || isHeld(run) || isBeingChecked(run)) return [run.question];
  return [run.question, run.finalAnswer.text];
}

const modelsSchema = z.array(z.string());

export function summaryOf(row: RunRow): RunSummary {
  return {
    id: row.id,
    parentId: row.parent_id,
    question: row.question,
    status: runStatusSchema.parse(row.status),
    path: pathSchema.nullable().parse(row.path),
    createdAt: row.created_at,
    completedAt: row.completed_at,
    durationMs: row.duration_ms,
    confidence: row.confidence,
    panelSize: row.panel_size,
    answered: row.answered,
    models: modelsSchema.parse(JSON.parse(row.models)),
    tokens: row.tokens,
    cost: row.cost_amount === null ? null : { amount: row.cost_amount, currency: row.cost_currency ?? '' },
    decision: decisionOutcomeSchema.nullable().parse(row.decision),
    held: row.held === 1,
    verification: verificationSchema.shape.status.nullable().parse(row.verification),
    label: labelOf(row),
    risk: row.risk,
    demo: row.demo === 1,
  };
}

export function labelOf(row: Pick<RunRow, 'labelled' | 'label_answer' | 'label_path'>): RunSummary['label'] {
  if (row.labelled === 0) return null;
  const answer = labelAnswerSchema.nullable().parse(row.label_answer);
  const path = labelPathSchema.nullable().parse(row.label_path);
  return { ...(answer === null ? {} : { answer }), ...(path === null ? {} : { path }) };
}

/** PostgreSQL's text cannot hold the character U+0000. */
function withoutNul(text: string): string {
  return text.replaceAll('\u0000', '');
}
