/**
 * Elements around reasoning in the text of models whose server does not separate reasoning and
 * text.
 */
const elements = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'antThinking',
  'seed:think',
  'longcat_think',
  'reasoning',
  'reason',
  'analysis',
  'scratchpad',
  'reasoning_scratchpad',
  'chain_of_thought',
  'reflection',
]

/** Pairs of opening and closing marks around reasoning. The marks are not XML elements. */
const marks = [
  ['◁think▷', '◁/think▷'],
  // Marks of the model Sky-T1 and of models trained on its output.
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  // Marks of the model Magistral.
  ['[THINK]', '[/THINK]'],
  // Marks of the models Gemma and MedGemma.
  ['<|channel>thought', '<channel|>'],
  ['<unused94>thought', '<unused95>'],
  // Marks of OpenAI's harmony format, which some servers do not parse.
  ['<|channel|>analysis<|message|>', '<|end|>'],
  ['<|start|>assistant<|channel|>analysis<|message|>', '<|end|>'],
  ['analysis<|message|>', '<|end|>'],
  ['<|channel|>commentary<|message|>', '<|end|>'],
  // Marks of the models Command (Cohere) and Kimi.
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|open|>think<|sep|>', '<|close|>think<|sep|>'],
  // Marks of the models Solar and Apertus.
  ['<|think|>', '<|end|>'],
  ['<|inner_prefix|>', '<|inner_suffix|>'],
] as const

/** Maximum length of the white space or attributes in a tag, in characters. */
const attributesMax = 100

type Tag = {
  text: string
  pattern: RegExp
  isBeginning: (text: string) => boolean
}

type TagPair = { opening: Tag; closing: Tag }

const toMark = (text: string): Tag => ({
  text,
  pattern: new RegExp(text.replaceAll(/[[\]|/]/g, String.raw`\$&`), 'gi'),
  isBeginning: (beginning) =>
    // The first piece of an answer can be long.
    beginning.length <= text.length && text.toLowerCase().startsWith(beginning.toLowerCase()),
})

function toElementTag(name: string, slash: '' | '/'): Tag {
  const text = `<${slash}${name}>`
  const inside = slash === '' ? '[^<>]' : String.raw`\s`
  const gap = slash === '' ? '' : String.raw`\s{0,${attributesMax}}`
  const head = `<${slash}${gap}${name}`
  const rest = String.raw`(?:\s${inside}{0,${attributesMax}})?`
  const unfinished = new RegExp(`^${head}${rest}$`, 'i')
  const gapAtStart = /^<\/\s{1,100}/
  return {
    text,
    pattern: new RegExp(`${head}${rest}>`, 'gi'),
    isBeginning: (beginning) =>
      (beginning.length <= text.length + attributesMax &&
        text.toLowerCase().startsWith(beginning.toLowerCase().replace(gapAtStart, '</'))) ||
      unfinished.test(beginning),
  }
}

/**
 * Returns a closing tag. `</think>` and `</thinking>` match each other, because models confuse the
 * two.
 */
function toClosingTag(name: string): Tag {
  const own = toElementTag(name, '/')
  const otherName = new Map([
    ['think', 'thinking'],
    ['thinking', 'think'],
  ]).get(name)
  if (otherName === undefined) return own
  const other = toElementTag(otherName, '/')
  return {
    text: own.text,
    pattern: new RegExp(`${own.pattern.source}|${other.pattern.source}`, 'gi'),
    isBeginning: (text) => own.isBeginning(text) || other.isBeginning(text),
  }
}

const pairs: readonly TagPair[] = [
  ...elements.map((name) => ({
    opening: toElementTag(name, ''),
    closing: toClosingTag(name),
  })),
  ...marks.map(([opening, closing]) => ({ opening: toMark(opening), closing: toMark(closing) })),
]

/** Closing tags whose opening tag may be part of a model's prompt template. */
const strayEnds = [
  toElementTag('think', '/'),
  toElementTag('thinking', '/'),
  toMark('[/THINK]'),
  toMark('◁/think▷'),
]
const endMarks = [
  '<|return|>',
  '<|END_RESPONSE|>',
  '<|close|>response<|sep|>',
  '<|end_of_solution|>',
].map(toMark)
/** Tags around the answer that some models write after their reasoning. */
const answerTags = ['<answer>', '<response>'] as const
const answerEnds = ['</answer>', '</response>'].map(toMark)
const finals = [
  '<|start|>assistant<|channel|>final<|message|>',
  '<|channel|>final<|message|>',
  '<|START_RESPONSE|>',
  '<|open|>response<|sep|>',
  '<|begin_of_solution|>',
  '<|begin|>assistant<|content|>',
]
/**
 * Maximum number of tags in code blocks that are examined, because an answer with more tags is
 * about such tags.
 */
const timesInCodeMax = 20

/**
 * First words of reasoning after the channel's name, on servers that remove the tags of OpenAI's
 * harmony format.
 */
const bareBeginnings = 'We The User I This They Need Let Okay Ok It'
  .split(' ')
  .map((word) => `analysis${word} `)
/** Text that remains of the harmony tags between the reasoning and the answer. */
const bareEnd = toMark('assistantfinal')

const strayPattern = new RegExp(strayEnds.map(({ pattern }) => pattern.source).join('|'), 'gi')

/**
 * Removes reasoning from a text. Reasoning without a closing tag extends to the end of the text.
 */
export function withoutThoughts(text: string): string {
  return pairs.reduce((rest, { opening, closing }) => {
    let kept = ''
    let at = 0
    for (;;) {
      const start = findTag(rest, opening, at)
      if (!start) return kept + rest.slice(at)
      kept += rest.slice(at, start.at)
      at = findTag(rest, closing, start.end)?.end ?? rest.length
    }
  }, text)
}

export type Sorted = {
  reasoning?: string
  text?: string
  /** Set if all text before this piece was reasoning whose opening tag is missing. */
  wasThought?: true
}

type SorterOptions = {
  mayLackOpening: boolean
  isInCode: (more: string) => boolean
}

/**
 * Separates the reasoning from the text of one streamed answer, wherever chunks are split. Answers
 * may mention the tags as text. An opening tag therefore counts only at the beginning, and a
 * closing tag only outside of sentences.
 */
export class ThoughtSorter {
  readonly #options: SorterOptions
  #state: 'beginning' | 'thought' | 'after-thought' | 'answer' | 'later' | 'plain' = 'beginning'
  #pair: TagPair | undefined
  #closing = bareEnd
  #open = ''
  #isBlank = true
  /** Text between two parts of the reasoning. */
  #separator = ''
  #isLineStart = true
  #timesInCode = 0
  #isWrapped = false
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

  finish(): Sorted {
    const rest = this.#open
    this.#open = ''
    // If the answer ends with the closing tag, all of its text is reasoning.
    const isReasoningOnly =
      this.#state === 'answer' &&
      rest.search(strayPattern) === 0 &&
      (this.#isLineStart || !/[`'"“‘([\s]/.test(this.#last))
    if (isReasoningOnly) return { wasThought: true }
    if (this.#endMarks().some(({ text }) => text === rest.trimEnd())) return {}
    return this.#state === 'thought' ? this.#thought(rest) : said('text', rest)
  }

  #inBeginning(piece: string): Sorted {
    const start = piece.trimStart()
    for (const pair of pairs) {
      const tag = findTag(start, pair.opening)
      if (tag?.at !== 0) continue
      this.#state = 'thought'
      this.#pair = pair
      this.#closing = pair.closing
      return this.#inThought(start.slice(tag.end))
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
    if (
      pairs.some(({ opening }) => opening.isBeginning(start)) ||
      isBeginningOfAny(finals, start)
    ) {
      this.#open = piece
      return {}
    }
    this.#state = this.#options.mayLackOpening ? 'answer' : 'plain'
    return this.#state === 'answer' ? this.#inAnswer(piece) : { text: piece }
  }

  #inThought(given: string): Sorted {
    const piece = this.#withoutRepeatedOpening(given)
    if (piece === undefined) return {}
    const tag = findTag(piece, this.#closing)
    if (!tag) {
      this.#open = withSpaceBefore(piece, heldBack(piece, this.#closing))
      return this.#thought(piece.slice(0, piece.length - this.#open.length))
    }
    const reasoning = this.#thought(piece.slice(0, tag.at).trimEnd())
    this.#leaveThought()
    return joined(reasoning, this.#afterThought(piece.slice(tag.end)))
  }

  /**
   * Removes a second opening tag from the beginning of the reasoning.
   * @returns `undefined` while more text is needed.
   */
  #withoutRepeatedOpening(piece: string): string | undefined {
    const start = piece.trimStart()
    if (!this.#isBlank || !this.#pair || start === '') return piece
    const { opening } = this.#pair
    const tag = findTag(start, opening)
    if (tag?.at === 0) return this.#withoutRepeatedOpening(start.slice(tag.end))
    if (!opening.isBeginning(start)) return piece
    this.#open = piece
    return undefined
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
    const final = [...finals, ...answerTags].find(
      (tag) => text.startsWith(tag) || tag.startsWith(text),
    )
    if (final !== undefined) {
      this.#isBlank = true
      this.#isWrapped ||= answerTags.some((tag) => text.startsWith(tag))
      if (text.length >= final.length) return this.#afterThought(text.slice(final.length))
      this.#open = text
      return {}
    }
    this.#state = this.#pair || this.#isWrapped ? 'later' : 'plain'
    this.#isLineStart = true
    return this.push(text)
  }

  #inLater(piece: string): Sorted {
    const { opening } = this.#pair ?? {}
    if (!opening) return this.#handOut(piece)
    for (const { index: at, 0: tag } of piece.matchAll(opening.pattern)) {
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
    const mark = heldBackMark(piece, this.#endMarks())
    const held = mark === '' ? heldBack(piece, opening) : mark
    const at = piece.length - held.length
    const mayBeTag = held !== '' && (mark !== '' || this.#startsLine(piece, at))
    return mayBeTag ? this.#holdFrom(piece, at) : this.#handOut(piece)
  }

  #endMarks(): readonly Tag[] {
    const marksAtEnd = this.#pair?.opening.text.startsWith('<|') ? endMarks : []
    return this.#isWrapped ? [...marksAtEnd, ...answerEnds] : marksAtEnd
  }

  #inAnswer(piece: string): Sorted {
    if (!/[<[◁]/.test(piece)) return this.#handOut(piece)
    for (const { index: at, 0: tag } of piece.matchAll(strayPattern)) {
      const after = piece.slice(at + tag.length)
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
   * sentence and a word. Otherwise the text only mentions the tag.
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

function findTag(piece: string, { text, pattern }: Tag, from = 0) {
  const exact = piece.indexOf(text, from)
  if (exact >= 0) return { at: exact, end: exact + text.length }
  pattern.lastIndex = from
  const found = pattern.exec(piece)
  return found ? { at: found.index, end: found.index + found[0].length } : undefined
}

function heldBack(piece: string, tag: Tag): string {
  const lengthMax = tag.text.length + 2 * attributesMax
  for (let at = Math.max(0, piece.length - lengthMax); at < piece.length; at++) {
    if (piece.charAt(at).toLowerCase() !== tag.text.charAt(0).toLowerCase()) continue
    const end = piece.slice(at)
    if (tag.isBeginning(end)) return end
  }
  return ''
}

function heldBackMark(piece: string, tags: readonly Tag[]): string {
  const trimmed = piece.trimEnd()
  const length = Math.max(0, ...tags.map((mark) => heldBack(trimmed, mark).length))
  return length === 0 ? '' : piece.slice(trimmed.length - length)
}

const isBeginningOfAny = (tags: readonly string[], text: string): boolean =>
  tags.some((tag) => tag.startsWith(text))

const spaceHeldMax = 20

function withSpaceBefore(piece: string, held: string): string {
  let at = piece.length - held.length
  const first = Math.max(0, at - spaceHeldMax)
  while (at > first && /\s/.test(piece.charAt(at - 1))) at--
  return piece.slice(at)
}

export const endsInCode = (text: string): boolean =>
  (text.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0) % 2 === 1
