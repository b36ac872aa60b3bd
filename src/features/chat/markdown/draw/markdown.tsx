import { memo, use, useId, useState } from 'react'
import { t } from '#languages/app.ts'
import type { Groups, MarkdownBlock } from '../parse/block.ts'
import { BlockView, WithFolds } from './block-view.tsx'
import type { MarkdownText } from '../streaming/markdown-text.ts'
import { NumberEquations, WithEquations } from '../extras/math-view.tsx'
import { FootnotePrefix } from './links.tsx'
import { GrowingMarkdown } from './growing-markdown.tsx'
import { IsWholeContext, LazyContext, estimateHeight, useLazyDrawing } from '../lazy/lazy-boxes.ts'
import './markdown.css'
import type { Footnote } from '../parse/references.ts'
import { renderNodes } from './render-node.tsx'

type MarkdownProps = {
  markdown: MarkdownText
  isLive?: boolean
  end?: number | undefined
}

/**
 * In complete texts of at least this length (UTF-16 units), only the parts near the viewport are
 * drawn first.
 */
const lazyLength = 40_000

/** Renders a Markdown text. While the text grows, only changed blocks are rendered again. */
export function Markdown({ markdown, isLive = false, ...props }: MarkdownProps) {
  const own = useId()
  // A text that arrived while this component was mounted is already drawn.
  const [isLazy] = useState(!isLive && markdown.text.length > lazyLength)
  const end = props.end ?? markdown.text.length
  // All pieces of a text share its footnotes, so all pieces need the same prefix for ids.
  const prefix = use(FootnotePrefix) || own
  return (
    <FootnotePrefix value={prefix}>
      <WithFolds>
        <WithEquations>
          <LazyContext value={isLazy ? end : undefined}>
            {isLazy && <NumberEquations markdown={markdown} />}
            <GrowingMarkdown markdown={markdown} isLive={isLive}>
              {(groups) => (
                <>
                  {inPieces(groups, bundleSize).map((bundle, at) => (
                    <Bundle
                      key={at}
                      groups={bundle}
                      end={getOffset(groups, (at + 1) * bundleSize) ?? end}
                    />
                  ))}
                  <Footnotes notes={markdown.footnotes} />
                </>
              )}
            </GrowingMarkdown>
          </LazyContext>
        </WithEquations>
      </WithFolds>
    </FootnotePrefix>
  )
}

/** Number of groups per bundle, chosen so that even a very long text has few bundles. */
const bundleSize = 16

const getOffset = (groups: Groups<MarkdownBlock>, at: number): number | undefined =>
  groups[at]?.[0]?.offset

type BundleProps = {
  groups: Groups<MarkdownBlock>
  end: number
}

// Memoized, so that React skips many finished blocks in one step.
const Bundle = memo(
  function Bundle({ groups, end }: BundleProps) {
    return groups.map((blocks, at) => (
      <Section key={at} blocks={blocks} end={getOffset(groups, at + 1) ?? end} />
    ))
  },
  ({ groups: before }, { groups: after }) => isSame(before, after),
)

type BlocksProps = { blocks: readonly MarkdownBlock[]; end: number }

// A separate DOM element, so that layout and paint of the growing end skip finished blocks.
const Section = memo(
  function Section({ blocks, end }: BlocksProps) {
    const isLazy = use(LazyContext) !== undefined
    const parts = inPieces(blocks, partSize)
    return (
      <div data-section="" style={isLazy ? toGuess(estimateHeight(blocks, end)) : undefined}>
        {parts.map((part, at) => {
          const partEnd = parts[at + 1]?.[0]?.offset ?? end
          return isLazy ? (
            <LazyPart key={at} blocks={part} end={partEnd} />
          ) : (
            <Part key={at} blocks={part} />
          )
        })}
      </div>
    )
  },
  ({ blocks: before }, { blocks: after }) => before === after,
)

const toGuess = (heightPx: number) => ({ containIntrinsicHeight: `auto ${heightPx}px` })

/**
 * Number of blocks per part. Smaller parts would create too many elements. Larger parts would
 * repaint too much text.
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

const LazyPart = memo(
  function LazyPart({ blocks, end }: BlocksProps) {
    // Draw the start and the end of a long text at once, because a chat opens at one of the two.
    const isAtEnd = blocks[0]?.offset === 0 || end === use(LazyContext)
    const { box, drawing } = useLazyDrawing<HTMLDivElement>(isAtEnd ? 'whole' : 'place')
    const heightPx = estimateHeight(blocks, end)
    return (
      <div
        ref={box}
        data-part=""
        style={{ ...toGuess(heightPx), minHeight: drawing === 'place' ? heightPx : undefined }}
      >
        <IsWholeContext value={drawing === 'whole'}>
          {drawing !== 'place' &&
            blocks.map((block) => <BlockView key={block.offset} block={block} />)}
        </IsWholeContext>
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

export function Footnotes({ notes }: { notes: readonly Footnote[] }) {
  const prefix = use(FootnotePrefix)
  if (notes.length === 0) return null
  return (
    <section aria-label={t('Footnotes')} data-notes="">
      <ol>
        {notes.map((note, at) => (
          <li key={note.identifier} id={`${prefix}note-${at + 1}`}>
            {renderNodes(note.children)}
          </li>
        ))}
      </ol>
    </section>
  )
}
