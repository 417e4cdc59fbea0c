/** How fast a scripted model speaks: wait for the first token in ms, then tokens per second. */
export interface Pace {
  firstTokenMs: number;
  tokensPerSecond: number;
}

export const DEMO_MEMBERS = ['demo-brief', 'demo-thorough', 'demo-careless'] as const;
export type DemoMember = (typeof DEMO_MEMBERS)[number];
export const DEMO_JUDGE = 'demo-judge';
export const DEMO_WRITER = 'demo-writer';
export type DemoModel = DemoMember | typeof DEMO_JUDGE | typeof DEMO_WRITER;

/** Every scripted model and its pace. */
export const DEMO_PACE: Record<DemoModel, Pace> = {
  'demo-brief': { firstTokenMs: 250, tokensPerSecond: 40 },
  'demo-thorough': { firstTokenMs: 800, tokensPerSecond: 60 },
  'demo-careless': { firstTokenMs: 400, tokensPerSecond: 35 },
  'demo-judge': { firstTokenMs: 450, tokensPerSecond: 60 },
  'demo-writer': { firstTokenMs: 550, tokensPerSecond: 50 },
};

export function isDemoModel(name: string): name is DemoModel {
  return Object.hasOwn(DEMO_PACE, name);
}

export function isDemoMember(model: DemoModel): model is DemoMember {
  return DEMO_MEMBERS.some((member) => member === model);
}
