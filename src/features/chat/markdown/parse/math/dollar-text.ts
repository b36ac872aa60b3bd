/** Matches operators that may be between numbers in a formula, as in `$10 mod 3$`. */
const operator = /\b(?:mod|div|sin|cos|tan|log|ln|exp|max|min|gcd|lcm|lim|det|dim|ker)\b/g
const textCommand = /\\(?:text\w*|math\w+|operatorname\*?|mbox|label|tag|(?:eq)?ref)\s*\{[^{}]*\}/g
const command = /\\[a-zA-Z]+/g

const amountAtStart = /^\s*\d/
const amountAtEnd = /\d[.,]?\s*$/
const word = /\p{L}{2,}/u
const twoWords = /\p{L}{2,}[\s,;:]+\p{L}{2,}/u
/** Matches a word between two amounts, as in `5 to 10` or `5 y 6`. */
const betweenAmounts =
  /\s(?:y|e|o|u|a|à|and|or|to|et|ou|und|oder|bis|hasta|vs|per|por)\s+[$€£]?\s*\d/iu
const lettersOfProse = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const smallWord = /^(?:and|or|und|oder|et|ou|vs|to|in|per|the|of|por)$/i
const sign = /\\[a-zA-Z]|[\^_=<>+]/

/** Matches text that ends with the prefix of a currency, such as the `R` of `R$8`. */
const prefixAtEnd = /(?:^|[\s(])(?:R|A|C|S|US|HK|NT|NZ|MX|CA|AU|AR|CL)$/
/** Matches text after the dollar of a price such as `40 $US`. */
const suffixAtStart = /^(?:US|CA|CAN|AU|NZ|HK|MX)D?(?![\p{L}\d_^])/u

/** Matches an amount before a dollar, as in Spanish and French prices: `5 $`. */
export const amountBefore = /\d[*_~]*[\s\u00a0\u202f]+$/

/**
 * Returns whether the text between two single dollars is a formula, not a price, prose or a shell
 * command.
 * @param before at least the last eight characters before the first dollar.
 * @param after the text after the second dollar.
 */
export function isDollarFormula(content: string, before: string, after: string): boolean {
  const isSpaced = /^\s/.test(content)
  if (isSpaced !== /\s$/.test(content) || /[`(]$|\*\*|^[,;:)?/]|`/.test(content)) return false
  if (/^\s*\d/.test(isSpaced ? after : after.slice(0, 1))) return false
  if (hasOpenParenthesis(content)) return false
  const plain = content.replace(textCommand, ' ').replace(command, ' ').replace(operator, ' ')
  if (amountAtStart.test(plain)) {
    if (betweenAmounts.test(plain) || twoWords.test(plain)) return false
    if (lettersOfProse.test(plain)) return false
    if ((amountAtEnd.test(plain) || prefixAtEnd.test(plain)) && word.test(plain)) return false
  }
  if (suffixAtStart.test(content) && amountBefore.test(before)) return false
  return !isSpaced || isSpacedFormula(content, plain, before)
}

function isSpacedFormula(content: string, plain: string, before: string): boolean {
  if (content.includes('\n') || amountBefore.test(before)) return false
  if (twoWords.test(plain) || lettersOfProse.test(plain)) return false
  const trimmed = content.trim()
  return sign.test(content) || !word.test(plain) || !(/\s/.test(trimmed) || smallWord.test(trimmed))
}

/** Intervals such as `[0, 1)` have an unpaired parenthesis. */
const hasOpenParenthesis = (content: string): boolean =>
  !/[[\]]|\\(?:left|right|[bB]ig)/.test(content) &&
  content.split('(').length !== content.split(')').length
