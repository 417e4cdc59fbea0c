/** What one choice says, whichever of the many forms it came in. */
export interface Said {
  text: string;
  reasoning: string;
  refusal: string;
  calledTool: boolean;
}

/**
 * Reads a `message`, a `delta`, or a choice with the legacy `text` field. Content may be a text, a
 * number, null, or a list of typed parts; thinking parts are reasoning, never text.
 */
export function readSaid(choice: Record<string, unknown>): Said {
  const message = asObject(choice['delta']) ?? asObject(choice['message']) ?? {};
  const said: Said = {
    text: '',
    reasoning: firstText(message, ['reasoning_content', 'reasoning', 'thinking']),
    refusal: typeof message['refusal'] === 'string' ? message['refusal'] : '',
    calledTool: isFilledList(message['tool_calls']) || asObject(message['function_call']) !== undefined,
  };
  addContent(said, message['content'] ?? choice['text']);
  return said;
}

function addContent(said: Said, content: unknown): void {
  if (typeof content === 'string') said.text += content;
  else if (typeof content === 'number' || typeof content === 'boolean') said.text += String(content);
  else if (Array.isArray(content)) for (const part of content) addPart(said, part);
  else if (asObject(content) !== undefined) addPart(said, content);
}

function addPart(said: Said, part: unknown): void {
  const typed = asObject(part);
  if (typed === undefined) return addContent(said, Array.isArray(part) ? null : part);
  const type = String(typed['type'] ?? 'text');
  if (/think|reason/i.test(type))
    said.reasoning += textOf(typed['thinking'] ?? typed['reasoning'] ?? typed['text'] ?? typed['summary']);
  else if (type === 'refusal') said.refusal += textOf(typed['refusal']);
  else said.text += textOf(typed['text'] ?? typed['content']);
}

function firstText(message: Record<string, unknown>, names: string[]): string {
  for (const name of names) {
    const text = textOf(message[name]);
    if (text !== '') return text;
  }
  return '';
}

/** A text, or the texts of a list of parts, or of an object that holds one; '' for anything else. */
function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > 3) return '';
  if (Array.isArray(value)) return value.map((item) => textOf(item, depth + 1)).join('');
  const object = asObject(value);
  return object === undefined
    ? ''
    : textOf(object['text'] ?? object['value'] ?? object['content'], depth + 1);
}

function isFilledList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** The value as an object with fields; undefined for lists, null and everything else. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  // Narrowed by the checks beside it: an object that is neither null nor a list has string keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
