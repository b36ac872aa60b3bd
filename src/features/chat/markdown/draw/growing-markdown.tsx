import { Component, createRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { GrowthContext, type Growth } from '../extras/growth.ts'
import { addedText, type AddedText } from '../streaming/added-text.ts'
import type { MarkdownBlock } from '../parse/block.ts'
import { append, type Groups } from '../parse/groups.ts'
import { addedWords, firstWords, getTailBlocks } from '../streaming/append-plain-text.ts'
import type { MarkdownText } from '../streaming/markdown-text.ts'
import { endsWithText, lastText, putBehind } from './last-text.ts'

/**
 * The tail is the end of a text that may still change. Maps the last parsed blocks of a tail to the
 * mounted component that shows it. These blocks stay the same object while only words are appended.
 */
const drawn = new WeakMap<readonly MarkdownBlock[], GrowingMarkdown>()

// Prefer the parsed blocks, because the getter `tail` may have to compute its result.
const getBaseBlocks = (markdown: MarkdownText): readonly MarkdownBlock[] =>
  markdown.reading.drawn?.blocks ?? markdown.tail

/**
 * Updates the DOM from `before` to `after` if only the tail has changed. Appended text bypasses
 * React, because React would take a third of the time per delta. Other changes re-render only this
 * text.
 * @returns whether the update was possible.
 */
export function appendDrawn(before: MarkdownText, after: MarkdownText): boolean {
  if (before.settled !== after.settled || before.text === '') return false
  const words = addedWords(before.reading.drawn, after.reading.drawn)
  return words === '' || drawn.get(getBaseBlocks(before))?.grow({ before, after, words }) === true
}

type Growing = {
  before: MarkdownText
  after: MarkdownText
  words: string | undefined
}

/** A text node that was changed without React. */
type Grown = {
  text: Text
  /** The content that React last rendered; absent if the node was created outside React. */
  known: string | undefined
}

/**
 * The text node to which the last words of this tail were appended. The next words are appended to
 * the same node.
 */
type WordsPlace = { base: readonly MarkdownBlock[]; text: Text; length: number }

type GrowingTextProps = {
  markdown: MarkdownText
  isLive: boolean
  children: (blocks: Groups<MarkdownBlock>) => ReactNode
}

type GrowingTextState = { caughtUp?: { of: MarkdownText; tail: readonly MarkdownBlock[] } }

/** Length in UTF-16 units above which parts outside the viewport are not laid out. */
const longLength = 40_000

export class GrowingMarkdown extends Component<GrowingTextProps, GrowingTextState> {
  override state: GrowingTextState = {}
  readonly #box = createRef<HTMLDivElement>()
  #shown: MarkdownText = this.props.markdown
  #base: readonly MarkdownBlock[] = []
  #grown: Grown[] = []
  #grownAtMs = 0
  #place: WordsPlace | undefined
  readonly #growth: Growth = {
    catchUp: () => this.#catchUp(),
    grownAtMs: () => (this.#grown.length > 0 ? this.#grownAtMs : undefined),
  }

  grow({ before, after, words }: Growing): boolean {
    if (before.reading.drawn?.words !== this.#shown.reading.drawn?.words) return false
    if (words !== undefined && this.#growPlace(words)) {
      this.#shown = after
      return true
    }
    const found =
      firstWords(before.reading.drawn, after.reading.drawn) ?? addedText(before.tail, after.tail)
    if (!found || (found.added !== '' && !this.#append(found))) {
      this.#draw(after)
      return true
    }
    this.#shows(after)
    const text = this.#grown.at(-1)?.text
    this.#place =
      words === undefined || !text ? undefined : { base: this.#base, text, length: text.length }
    return true
  }

  #growPlace(words: string): boolean {
    const place = this.#place
    if (place?.base !== this.#base || place.text.length !== place.length) return false
    this.#grownAtMs = performance.now()
    place.text.appendData(words)
    place.length += words.length
    return true
  }

  #append({ after, added, behind }: AddedText): boolean {
    const last = this.#grown.at(-1)?.text ?? lastText(this.#box.current)
    if (!last || !endsWithText(last, after)) return false
    if (behind) {
      const text = putBehind(last, behind, added)
      if (!text) return false
      this.#grown.push({ text, known: undefined })
    } else {
      if (this.#grown.at(-1)?.text !== last) this.#grown.push({ text: last, known: last.data })
      last.appendData(added)
    }
    this.#grownAtMs = performance.now()
    return true
  }

  #catchUp(): void {
    if (this.#grown.length > 0) this.#draw(this.#shown)
  }

  #draw(shown: MarkdownText): void {
    this.#shown = shown
    flushSync(() => this.setState({ caughtUp: { of: this.props.markdown, tail: shown.tail } }))
  }

  #shows(markdown: MarkdownText): void {
    this.#shown = markdown
    const base = getBaseBlocks(markdown)
    if (base !== this.#base) this.#register(base, base.length > 0)
  }

  #register(base: readonly MarkdownBlock[], mayGrow: boolean): void {
    drawn.delete(this.#base)
    this.#base = base
    if (mayGrow) drawn.set(base, this)
  }

  #rendered(): void {
    const { markdown, isLive } = this.props
    if (this.state.caughtUp?.of !== markdown) this.#shown = markdown
    this.#register(getBaseBlocks(this.#shown), isLive && isWholeTail(this.#shown))
  }

  #tailToDraw(): readonly MarkdownBlock[] {
    const { markdown } = this.props
    const { caughtUp } = this.state
    return caughtUp?.of === markdown ? caughtUp.tail : markdown.tail
  }

  override componentDidMount(): void {
    this.#rendered()
  }

  /**
   * Undoes appended text before React updates, because React skips text that it considers
   * unchanged.
   */
  override getSnapshotBeforeUpdate(): null {
    for (const { text, known } of this.#grown) {
      if (known === undefined) text.remove()
      else text.data = known
    }
    this.#grown = []
    this.#place = undefined
    return null
  }

  override componentDidUpdate(): void {
    this.#rendered()
  }

  override componentWillUnmount(): void {
    drawn.delete(this.#base)
  }

  override render(): ReactNode {
    const { markdown, isLive, children } = this.props
    return (
      <GrowthContext value={this.#growth}>
        <div
          ref={this.#box}
          className="markdown"
          data-live={isLive || undefined}
          data-long={markdown.text.length > longLength || undefined}
        >
          {/* Settled blocks and the tail are one sequence, so that a block keeps its position when it settles. */}
          {children(append(markdown.settled, this.#tailToDraw()))}
        </div>
      </GrowthContext>
    )
  }
}

/**
 * Returns whether the component shows the whole tail. A piece of an answer may show only a part of
 * it.
 */
const isWholeTail = ({ reading: { drawn: whole }, tail }: MarkdownText): boolean =>
  tail.length > 0 && (!whole || getTailBlocks(whole) === tail)
