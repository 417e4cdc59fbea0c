/** A text with `{placeholders}`; one that depends on `count` has a form per plural category. */
export type Message = string | PluralMessage;
export interface PluralMessage {
  one?: string;
  other: string;
}
/** The texts of one language, by area and key. */
export type Messages = Readonly<Record<string, Readonly<Record<string, Message>>>>;
export type Params = Readonly<Record<string, string | number>>;

/** Another language's texts for the same keys: a text stays a text, a plural stays a plural. */
export type Words<English> = { [K in keyof English]: English[K] extends string ? string : PluralMessage };

/** The text of `area.key`, or undefined where there is none (a code of a newer server). */
export function findMessage(messages: Messages, key: string): Message | undefined {
  const dot = key.indexOf('.');
  return messages[key.slice(0, dot)]?.[key.slice(dot + 1)];
}

/**
 * Fills `{name}` from `params`. Numbers are written in `locale`, and `count` chooses the plural
 * form. A placeholder without a value stays as it is, so that a gap is seen and not hidden.
 */
export function fillMessage(message: Message, locale: string, params: Params = {}): string {
  return textFor(message, locale, params.count).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name];
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value;
  });
}

function textFor(message: Message, locale: string, count: string | number | undefined): string {
  if (typeof message === 'string') return message;
  const isOne = typeof count === 'number' && new Intl.PluralRules(locale).select(count) === 'one';
  return (isOne ? message.one : undefined) ?? message.other;
}
