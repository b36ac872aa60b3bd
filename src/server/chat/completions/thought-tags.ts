/**
 * Tags around the reasoning in a model's text. Needed for servers that do not separate reasoning.
 */
const pairs = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  // Gemini behind OpenAI's protocol.
  ['<thought>', '</thought>'],
  ['◁think▷', '◁/think▷'],
  ['<seed:think>', '</seed:think>'],
  // Sky-T1 and models that were trained on its output.
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  // Magistral.
  ['[THINK]', '[/THINK]'],
  // Gemma.
  ['<|channel>thought', '<channel|>'],
  // OpenAI's harmony format, from servers that do not parse it.
  ['<|channel|>analysis<|message|>', '<|end|>'],
  ['<|start|>assistant<|channel|>analysis<|message|>', '<|end|>'],
  ['<|channel|>commentary<|message|>', '<|end|>'],
  // Prompts commonly ask for these tags.
  ['<reasoning>', '</reasoning>'],
  ['<reason>', '</reason>'],
  ['<analysis>', '</analysis>'],
] as const

/** The opening tag may be missing, because the model's template contains it. */
const strayEnds = ['</think>', '</thinking>', '[/THINK]', '◁/think▷']
/** End of an answer in harmony format. */
const returnMark = '<|return|>'
/** Tags before the answer in harmony format. They are removed. */
const finals = ['<|start|>assistant<|channel|>final<|message|>', '<|channel|>final<|message|>']
/** Maximum number of examined tags in code blocks. A text with more tags is about such tags. */
const timesInCodeMax = 20

/**
 * Some servers remove the tags of the harmony format. The reasoning then begins with the channel's
 * name
 * and one of these words.
 */
const bareBeginnings = 'We The User I This They Need Let Okay Ok It'
  .split(' ')
  .map((word) => `analysis${word} `)
/** The rest of the tags between such reasoning and the answer. */
const bareEnd = 'assistantfinal'

const strayPattern = /<\/think(?:ing)?>|\[\/THINK\]|◁\/think▷/g
const openings = [...pairs.map(([tag]) => tag), ...finals].map((tag) => tag.toLowerCase())
const tagLengthMax = Math.max(...openings.map((tag) => tag.length))

/** Removes the reasoning anywhere in a text. Reasoning without a closing tag extends to the end. */
export function withoutThoughts(text: string): string {
  return pairs.reduce((rest, [opening, closing]) => {
    let kept = ''
    let at = 0
    for (let start = rest.indexOf(opening); start >= 0; start = rest.indexOf(opening, at)) {
      kept += rest.slice(at, start)
      const end = rest.indexOf(closing, start)
      at = end < 0 ? rest.length : end + closing.length
    }
    return kept + rest.slice(at)
  }, text)
}

export type Sorted = {
  reasoning?: string
  text?: string
  /** True if all text before this piece was reasoning, because the opening tag is missing. */
  wasThought?: true
}

type SorterOptions = {
  /** True if the opening tag may be missing, because all text so far could be reasoning. */
  mayLackOpening: boolean
  /** Returns whether the text emitted so far, followed by `more`, ends inside a code block. */
  isInCode: (more: string) => boolean
}

/**
 * Separates the reasoning from the text of one streamed answer, wherever chunks are split. Answers
 * may
 * mention the tags as text. Therefore only an opening tag at the very beginning counts, and a
 * closing tag
 * that is not part of a sentence. After initial reasoning, tags at the beginning of a line count as
 * well.
 */
export class ThoughtSorter {
  readonly #options: SorterOptions
  #state: 'beginning' | 'thought' | 'after-thought' | 'answer' | 'later' | 'plain' = 'beginning'
  #opening = ''
  #closing = ''
  /** Text that cannot be classified before more text arrives. */
  #open = ''
  /**
   * True while only white space has arrived in the current reasoning, or in the answer after it.
   */
  #isBlank = true
  /** Inserted before the text of the second and later reasoning parts. */
  #separator = ''
  /** True if the next character begins a line, apart from spaces. */
  #isLineStart = true
  #timesInCode = 0
  #last = ''

  constructor(options: SorterOptions) {
    this.#options = options
  }

  push(piece: string): Sorted {
    if (this.#state === 'plain') return { text: piece }
    const whole = this.#open + piece
    this.#open = ''
    switch (this.#state) {
      case 'beginning':
        return this.#inBeginning(whole)
      case 'thought':
        return this.#inThought(whole)
      case 'after-thought':
        return this.#afterThought(whole)
      case 'answer':
        return this.#inAnswer(whole)
      case 'later':
        return this.#inLater(whole)
    }
  }

  /**
   * Stops looking for tags, because the service separates reasoning itself.
   * @returns the buffered text.
   */
  standBack(): Sorted {
    const rest = this.#open
    this.#open = ''
    this.#state = 'plain'
    return said('text', rest)
  }

  /** @returns the buffered text. */
  finish(): Sorted {
    const rest = this.#open
    this.#open = ''
    // The text ends with the closing tag, so the whole answer is reasoning.
    const isReasoningOnly =
      this.#state === 'answer' &&
      strayEnds.some((tag) => rest.startsWith(tag)) &&
      (this.#isLineStart || !/[`'"“‘([\s]/.test(this.#last))
    if (isReasoningOnly) return { wasThought: true }
    if (rest.trimEnd() === returnMark && this.#opening.startsWith('<|')) return {}
    return this.#state === 'thought' ? this.#thought(rest) : said('text', rest)
  }

  #inBeginning(piece: string): Sorted {
    const start = piece.trimStart()
    const lower = start.slice(0, tagLengthMax).toLowerCase()
    const pair = pairs.find(([tag]) => lower.startsWith(tag.toLowerCase()))
    if (pair) {
      const [tag, closing] = pair
      this.#state = 'thought'
      this.#opening = start.slice(0, tag.length)
      // The closing tag must have the same capitals as the opening tag.
      this.#closing = closing === `</${tag.slice(1)}` ? `</${this.#opening.slice(1)}` : closing
      return this.#inThought(start.slice(tag.length))
    }
    const final = finals.find((tag) => start.startsWith(tag))
    if (final !== undefined) return this.#inBeginning(start.slice(final.length))
    if (bareBeginnings.some((tag) => start.startsWith(tag))) {
      this.#state = 'thought'
      this.#closing = bareEnd
      return this.#inThought(start.slice('analysis'.length))
    }
    if (bareBeginnings.some((tag) => tag.startsWith(start))) {
      this.#open = piece
      return {}
    }
    if (openings.some((tag) => tag.startsWith(lower)) && lower.length === start.length) {
      this.#open = piece
      return {}
    }
    this.#state = this.#options.mayLackOpening ? 'answer' : 'plain'
    return this.#state === 'answer' ? this.#inAnswer(piece) : { text: piece }
  }

  #inThought(piece: string): Sorted {
    const end = findTag(piece, this.#closing)
    if (end < 0) {
      this.#open = withSpaceBefore(piece, heldBack(piece, this.#closing))
      return this.#thought(piece.slice(0, piece.length - this.#open.length))
    }
    const reasoning = this.#thought(piece.slice(0, end).trimEnd())
    this.#leaveThought()
    return joined(reasoning, this.#afterThought(piece.slice(end + this.#closing.length)))
  }

  #thought(piece: string): Sorted {
    const words = this.#trimmed(piece)
    if (words === '') return {}
    const separator = this.#separator
    this.#separator = ''
    return { reasoning: separator + words }
  }

  #leaveThought(): void {
    this.#state = 'after-thought'
    this.#isBlank = true
  }

  #afterThought(piece: string): Sorted {
    const text = this.#trimmed(piece)
    if (this.#isBlank) return {}
    const final = finals.find((tag) => text.startsWith(tag) || tag.startsWith(text))
    if (final !== undefined) {
      this.#isBlank = true
      if (text.length >= final.length) return this.#afterThought(text.slice(final.length))
      this.#open = text
      return {}
    }
    // Without an opening tag, the kind of further tags is unknown.
    this.#state = this.#opening === '' ? 'plain' : 'later'
    this.#isLineStart = true
    return this.push(text)
  }

  #inLater(piece: string): Sorted {
    const tag = this.#opening
    for (let at = piece.indexOf(tag); at >= 0; at = piece.indexOf(tag, at + 1)) {
      if (!this.#startsLine(piece, at)) continue
      if (this.#options.isInCode(piece.slice(0, at))) {
        if (++this.#timesInCode < timesInCodeMax) continue
        this.#state = 'plain'
        return { text: piece }
      }
      const before = piece.slice(0, at)
      this.#state = 'thought'
      this.#isBlank = true
      this.#separator = '\n\n'
      return joined(said('text', before), this.#inThought(piece.slice(at + tag.length)))
    }
    const mark = tag.startsWith('<|') ? heldBack(piece, `${returnMark}\n`) : ''
    const held = mark === '' ? heldBack(piece, tag) : mark
    const at = piece.length - held.length
    const mayBeTag = held !== '' && (mark !== '' || this.#startsLine(piece, at))
    return mayBeTag ? this.#holdFrom(piece, at) : this.#handOut(piece)
  }

  #inAnswer(piece: string): Sorted {
    if (!/[<[◁]/.test(piece)) return this.#handOut(piece)
    for (const { index: at, 0: tag } of piece.matchAll(strayPattern)) {
      const after = piece.slice(at + tag.length)
      // More text is needed to decide whether the tag ends the reasoning.
      if (/^[ \t\r]*$/.test(after)) return this.#holdFrom(piece, at)
      if (!this.#endsThought(piece, at, after)) continue
      if (this.#options.isInCode(piece.slice(0, at))) {
        if (++this.#timesInCode < timesInCodeMax) continue
        this.#state = 'plain'
        return { text: piece }
      }
      this.#leaveThought()
      const text = this.#afterThought(after).text ?? ''
      return {
        wasThought: true,
        ...said('reasoning', piece.slice(0, at).trimEnd()),
        ...said('text', text),
      }
    }
    const held = strayEnds.map((tag) => heldBack(piece, tag)).find(Boolean) ?? ''
    return held !== '' ? this.#holdFrom(piece, piece.length - held.length) : this.#handOut(piece)
  }

  /**
   * A closing tag ends the reasoning if it is alone on a line, at the end of a line, or between a
   * sentence
   * and a word. Otherwise the text only mentions the tag.
   */
  #endsThought(piece: string, at: number, after: string): boolean {
    const isAtLineEnd = /^[ \t\r]*\n/.test(after)
    if (this.#startsLine(piece, at)) return isAtLineEnd
    const before = at > 0 ? piece.charAt(at - 1) : this.#last
    if (/[`'"“‘([]/.test(before)) return false
    return isAtLineEnd || (/[.!?。！？…:\n]/.test(before) && /^[\p{L}\p{N}]/u.test(after))
  }

  #startsLine(piece: string, at: number): boolean {
    let before = at - 1
    while (piece[before] === ' ' || piece[before] === '\t') before--
    return before < 0 ? this.#isLineStart : piece[before] === '\n'
  }

  #handOut(text: string): Sorted {
    this.#isLineStart = this.#startsLine(text, text.length)
    this.#last = text.at(-1) ?? this.#last
    return said('text', text)
  }

  #holdFrom(piece: string, at: number): Sorted {
    this.#open = piece.slice(at)
    return this.#handOut(piece.slice(0, at))
  }

  #trimmed(piece: string): string {
    if (!this.#isBlank) return piece
    const rest = piece.trimStart()
    this.#isBlank = rest === ''
    return rest
  }
}

const said = (channel: 'reasoning' | 'text', words: string): Sorted =>
  words === '' ? {} : { [channel]: words }

const joined = (first: Sorted, second: Sorted): Sorted => ({
  ...said('reasoning', (first.reasoning ?? '') + (second.reasoning ?? '')),
  ...said('text', (first.text ?? '') + (second.text ?? '')),
})

/** Returns the position of a closing tag. Some models close `<think>` with `</THINK>`. */
function findTag(piece: string, tag: string): number {
  const exact = piece.indexOf(tag)
  if (exact >= 0 || !piece.includes('>')) return exact
  return piece.search(new RegExp(tag.replaceAll(/[[\]|/]/g, String.raw`\$&`), 'i'))
}

/**
 * Returns the end of `piece` that may be the beginning of `tag`. It must be buffered until the next
 * piece
 * arrives.
 */
function heldBack(piece: string, tag: string): string {
  for (let length = Math.min(tag.length - 1, piece.length); length > 0; length--) {
    const end = piece.slice(-length)
    if (tag.toLowerCase().startsWith(end.toLowerCase())) return end
  }
  return ''
}

const spaceHeldMax = 20

/** Adds to `held` the white space before it. A tag also removes this white space. */
function withSpaceBefore(piece: string, held: string): string {
  let at = piece.length - held.length
  const first = Math.max(0, at - spaceHeldMax)
  while (at > first && /\s/.test(piece.charAt(at - 1))) at--
  return piece.slice(at)
}

export const endsInCode = (text: string): boolean =>
  (text.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0) % 2 === 1
