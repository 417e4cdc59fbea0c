/** A value JSON can hold without loss. */
export type PlainJson =
  null | boolean | number | string | readonly PlainJson[] | { readonly [key: string]: PlainJson | undefined };

/**
 * RFC 8785 canonical JSON: keys sorted by UTF-16 code unit, no white space, numbers and strings as
 * ECMAScript writes them. Throws on a number JSON cannot hold and on a lone surrogate.
 */
export function canonicalJson(value: PlainJson): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError('Canonical JSON has no such number.');
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const member = value[key];
      return member === undefined ? [] : [`${quoted(key)}:${canonicalJson(member)}`];
    });
  return `{${members.join(',')}}`;
}

function isList(value: object): value is readonly PlainJson[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  if (/[\uD800-\uDFFF]/u.test(text)) throw new TypeError('Canonical JSON has no lone surrogate.');
  return JSON.stringify(text);
}
