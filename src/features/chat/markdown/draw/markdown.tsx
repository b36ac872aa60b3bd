import { memo, use, useId } from 'react'
import type { MarkdownBlock } from '../parse/block.ts'
import { BlockView } from './block-view.tsx'
import type { MarkdownText } from '../streaming/markdown-text.ts'
import { WithEquations } from '../extras/equations.tsx'
import { WithFolds } from './folds.tsx'
import { FootnotePrefix } from './footnote-mark.tsx'
import { Footnotes } from './footnotes.tsx'
import { GrowingMarkdown } from './growing-markdown.tsx'
import type { Groups } from '../parse/groups.ts'
import './markdown.css'

type MarkdownProps = {
  markdown: MarkdownText
  /** True while text arrives, which shows a caret at the end. */
  isLive?: boolean
}

/** Renders a Markdown text. While it grows, only changed blocks re-render. */
export function Markdown({ markdown, isLive = false }: MarkdownProps) {
  const own = useId()
  // If a text is rendered in several pieces, they share its footnotes and therefore the prefix.
  const prefix = use(FootnotePrefix) || own
  return (
    <FootnotePrefix value={prefix}>
      <WithFolds>
        <WithEquations>
          <GrowingMarkdown markdown={markdown} isLive={isLive}>
            {(groups) => (
              <>
                {inPieces(groups, bundleSize).map((bundle, at) => (
                  <Bundle key={at} groups={bundle} />
                ))}
                <Footnotes notes={markdown.footnotes} />
              </>
            )}
          </GrowingMarkdown>
        </WithEquations>
      </WithFolds>
    </FootnotePrefix>
  )
}

/** Number of groups per bundle, large enough that even a very long text has few bundles. */
const bundleSize = 16

// Memoized without a DOM element: React skips settled blocks in one step.
const Bundle = memo(
  function Bundle({ groups }: { groups: Groups<MarkdownBlock> }) {
    return groups.map((blocks, at) => <Section key={at} blocks={blocks} />)
  },
  ({ groups: before }, { groups: after }) => isSame(before, after),
)

// Separate DOM elements, so that the layout and paint of the growing end do not visit all settled
// blocks.
const Section = memo(function Section({ blocks }: { blocks: readonly MarkdownBlock[] }) {
  return (
    <div data-section="">
      {inPieces(blocks, partSize).map((part, at) => (
        <Part key={at} blocks={part} />
      ))}
    </div>
  )
})

/**
 * Number of blocks per part: small enough that distant parts need no repaint, large enough that
 * there are few parts.
 */
const partSize = 8

const Part = memo(
  function Part({ blocks }: { blocks: readonly MarkdownBlock[] }) {
    return (
      <div data-part="">
        {blocks.map((block) => (
          <BlockView key={block.offset} block={block} />
        ))}
      </div>
    )
  },
  ({ blocks: before }, { blocks: after }) => isSame(before, after),
)

const inPieces = <T,>(list: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )

const isSame = <T,>(before: readonly T[], after: readonly T[]): boolean =>
  before.length === after.length && before.every((one, at) => one === after[at])
