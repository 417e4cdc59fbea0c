/** A whole answer that is one number, with sign, currency or unit: a comma before each third digit groups it. */
const GROUPED = /^([-+]?\p{Sc}?[-+]?)([1-9]\d{0,2}(?:,\d{3})+)((?:\.\d+)?(?: ?(?:%|\p{L}+))*)$/u;

/** `1,000` becomes `1000`, in whole answers only; anywhere else the comma may part a list. */
export function foldWholeNumber(text: string): string {
  const bare = text.replace(/^\\(?=\$\d[\d,.]*$)/, '').replace(/^([\d.,]+)\\%$/, '$1%');
  return bare.length > 100
    ? bare
    : bare.replace(
        GROUPED,
        (_whole, sign: string, digits: string, rest: string) => sign + digits.replaceAll(',', '') + rest,
      );
}
