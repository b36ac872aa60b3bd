import { Component, createRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { GrowthContext, type Growth } from '../extras/growth.ts'
import { addedText, type AddedText } from '../parse/added-text.ts'
import type { Block } from '../parse/block.ts'
import { append, type Groups } from '../parse/groups.ts'
import type { MarkdownText } from '../parse/markdown-text.ts'

/** The component that shows a growing tail. */
const drawn = new WeakMap<readonly Block[], GrowingText>()

/**
 * Updates the page from `before` to `after` without React, which would take a third of a word's cost.
 *
 * @returns whether it could: only text may have been added at the end.
 */
export function appendDrawn(before: MarkdownText, after: MarkdownText): boolean {
  if (before.settled !== after.settled || before.text === '') return false
  return before.tail === after.tail || drawn.get(before.tail)?.grow(after.tail) === true
}

type GrowingTextProps = {
  markdown: MarkdownText
  isLive: boolean
  /** Renders the blocks. */
  children: (blocks: Groups<Block>) => ReactNode
}

type GrowingTextState = { caughtUp?: { of: MarkdownText; tail: readonly Block[] } }

/** The element of a Markdown text. While it is live, words are appended to its last text node. */
export class GrowingText extends Component<GrowingTextProps, GrowingTextState> {
  override state: GrowingTextState = {}
  readonly #box = createRef<HTMLDivElement>()
  /** What the page shows, whether React rendered it or not. */
  #tail: readonly Block[] = []
  /** The text node that was appended to, and the value that React believes it has. */
  #grown: { text: Text; known: string; atMs: number } | undefined
  readonly #growth: Growth = {
    catchUp: () => this.#catchUp(),
    grownAtMs: () => this.#grown?.atMs,
  }

  grow(tail: readonly Block[]): boolean {
    const found = addedText(this.#tail, tail)
    if (!found || (found.added !== '' && !this.#append(found))) return false
    this.#draws(tail)
    return true
  }

  #append({ after, added }: AddedText): boolean {
    const text = this.#grown?.text ?? lastText(this.#box.current)
    if (!text || !isEndOf(text, after)) return false
    this.#grown ??= { text, known: text.data, atMs: 0 }
    this.#grown.atMs = performance.now()
    text.appendData(added)
    return true
  }

  #catchUp(): void {
    if (!this.#grown) return
    const caughtUp = { of: this.props.markdown, tail: this.#tail }
    flushSync(() => this.setState({ caughtUp }))
  }

  #draws(tail: readonly Block[]): void {
    drawn.delete(this.#tail)
    this.#tail = tail
    if (this.props.isLive && tail.length > 0) drawn.set(tail, this)
  }

  #tailToDraw(): readonly Block[] {
    const { markdown } = this.props
    const { caughtUp } = this.state
    return caughtUp?.of === markdown ? caughtUp.tail : markdown.tail
  }

  override componentDidMount(): void {
    this.#draws(this.#tailToDraw())
  }

  /** Undoes what was appended: React does not touch a text that it believes unchanged. */
  override getSnapshotBeforeUpdate(): null {
    if (this.#grown) this.#grown.text.data = this.#grown.known
    this.#grown = undefined
    return null
  }

  override componentDidUpdate(): void {
    this.#draws(this.#tailToDraw())
  }

  override componentWillUnmount(): void {
    drawn.delete(this.#tail)
  }

  override render(): ReactNode {
    const { markdown, isLive, children } = this.props
    return (
      <GrowthContext value={this.#growth}>
        <div ref={this.#box} className="markdown" data-live={isLive || undefined}>
          {/* Settled blocks and the tail share one sequence, so that a block that settles stays where it is. */}
          {children(append(markdown.settled, this.#tailToDraw()))}
        </div>
      </GrowthContext>
    )
  }
}

/** The last text node in `node`. The buttons after a table are skipped. */
function lastText(node: Node | null): Text | undefined {
  let at = node
  while (at instanceof Element) {
    const last: Node | null = at.lastChild
    at = last instanceof Element && last.hasAttribute('data-tools') ? last.previousSibling : last
  }
  return at instanceof Text ? at : undefined
}

/** Lines of code share a text node, unless they are highlighted. */
const isEndOf = ({ data, parentElement }: Text, words: string): boolean =>
  parentElement?.closest('pre')
    ? !parentElement.hasAttribute('data-role') && `\n${data}`.endsWith(`\n${words}`)
    : data === words
