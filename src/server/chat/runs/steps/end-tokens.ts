/** Tokens with which models end an answer. Some servers leave these tokens in the text. */
const tokens = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|end|>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<|return|>',
  '<|user|>',
  '<end_of_turn>',
  '<turn|>',
  '<｜end▁of▁sentence｜>',
  '<|END_OF_TURN_TOKEN|>',
  '[EOS]',
  // Token of Llama and Mistral, and also a closing tag of HTML.
  '</s>',
]
const lengthMax = Math.max(...tokens.map((token) => token.length))

/**
 * Removes end tokens from the end of a streamed answer. Tokens after a space or a quotation mark
 * are kept, because an answer may mention them.
 */
export class EndTokenFilter {
  #open = ''
  #last = ''
  #hasElement = false

  push(piece: string): string {
    const whole = this.#open + piece
    this.#hasElement ||= whole.includes('<s>')
    const at = findOpenEnd(whole, this.#last)
    this.#open = whole.slice(at)
    const text = whole.slice(0, at)
    this.#last = text.at(-1) ?? this.#last
    return text
  }

  finish(): string {
    const rest = this.#open
    this.#open = ''
    if (this.#hasElement && rest.includes('</s>')) return rest
    return removeTokens(rest).trim() === '' && rest.trim() !== '' ? '' : rest
  }
}

function findOpenEnd(text: string, last: string): number {
  const from = Math.max(0, text.length - 4 * lengthMax)
  for (let at = from; at < text.length; at++) {
    if (text[at] !== '<' && text[at] !== '[') continue
    const before = at === 0 ? last : text.charAt(at - 1)
    if (/[ \t"'`“‘«(]/.test(before)) continue
    const rest = removeTokens(text.slice(at)).trim()
    if (rest === '' || tokens.some((token) => token.startsWith(rest))) return at
  }
  return text.length
}

const removeTokens = (text: string): string =>
  tokens.reduce((rest, token) => rest.replaceAll(token, ''), text)
