import { memo, use, useId } from 'react'
import type { Block } from '../parse/block.ts'
import { BlockView } from './block-view.tsx'
import type { MarkdownText } from '../streaming/markdown-text.ts'
import { WithFolds } from './folds.tsx'
import { FootnotePrefix } from './footnote-mark.tsx'
import { Footnotes } from './footnotes.tsx'
import { GrowingText } from './growing-text.tsx'
import type { Groups } from '../parse/groups.ts'
import './markdown.css'

type MarkdownProps = {
  markdown: MarkdownText
  /** More text comes: a caret stands at its end. */
  isLive?: boolean
}

/** Draws a Markdown text. Of one that grows, only the block that changed is drawn again. */
export function Markdown({ markdown, isLive = false }: MarkdownProps) {
  const own = useId()
  // Pieces of one text share its notes.
  const prefix = use(FootnotePrefix) || own
  return (
    <FootnotePrefix value={prefix}>
      <WithFolds>
        <GrowingText markdown={markdown} isLive={isLive}>
          {(groups) => (
            <>
              {inPieces(groups, bundleSize).map((bundle, at) => (
                <Bundle key={at} groups={bundle} />
              ))}
              <Footnotes notes={markdown.footnotes} />
            </>
          )}
        </GrowingText>
      </WithFolds>
    </FootnotePrefix>
  )
}

/** So many that even a very long text has few of them. */
const bundleSize = 16

// No element of the page: React passes over what has settled in one step instead of one by one.
const Bundle = memo(
  function Bundle({ groups }: { groups: Groups<Block> }) {
    return groups.map((blocks, at) => <Section key={at} blocks={blocks} />)
  },
  ({ groups: before }, { groups: after }) => isSame(before, after),
)

// Elements of their own: laying out and painting what grows must not walk over all that has settled.
const Section = memo(function Section({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div data-section="">
      {inPieces(blocks, partSize).map((part, at) => (
        <Part key={at} blocks={part} />
      ))}
    </div>
  )
})

/** So few that what is some screens away need not be painted again, and so many that parts are few. */
const partSize = 8

const Part = memo(
  function Part({ blocks }: { blocks: readonly Block[] }) {
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
