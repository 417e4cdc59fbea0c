import { startFakeOpenAI, type FakeCall, type FakeReplyOptions } from '@/tests/fake-openai/server';

/**
 * `npm run fake-openai -- [PORT]`: an endpoint that echoes, for trying the app by hand. A message with
 * `[slow]`, `[429]`, `[500]`, `[cut]` or `[hang]` in it meets that fault.
 */
const port = Number(process.argv[2] ?? 9100);
const server = await startFakeOpenAI(respond, { port, models: ['echo-a', 'echo-b', 'echo-c'], keepCalls: 0 });
console.log(`listening on ${server.url}`);

function respond(call: FakeCall): FakeReplyOptions {
  const asked = call.messages.at(-1)?.content ?? '';
  const pace = { firstTokenMs: 200, tokensPerSecond: 40 };
  if (asked.includes('[429]'))
    return { status: 429, headers: { 'retry-after': '2' }, json: { error: { message: 'slow down' } } };
  if (asked.includes('[500]')) return { status: 500, json: { error: { message: 'internal failure' } } };
  if (asked.includes('[hang]')) return { hang: 'headers' };
  if (asked.includes('[cut]')) return { ...pace, text: `${call.model} begins to answer and`, cut: 4 };
  return {
    ...pace,
    ...(asked.includes('[slow]') ? { firstTokenMs: 20_000 } : {}),
    text: `${call.model} was asked: ${asked.slice(0, 400)}`,
  };
}
