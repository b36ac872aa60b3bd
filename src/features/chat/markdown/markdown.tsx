import { memo, useId } from 'react'
import type { Block } from './block.ts'
import { BlockView } from './block-view.tsx'
import type { MarkdownText } from './blocks.ts'
import { FootnotePrefix } from './footnote-mark.tsx'
import { Footnotes } from './footnotes.tsx'
import { append } from './groups.ts'
import './markdown.css'

type MarkdownProps = {
  markdown: MarkdownText
  /** More text comes: a caret stands at its end. */
  isLive?: boolean
}

/** Draws a Markdown text. Of one that grows, only the block that changed is drawn again. */
export function Markdown({ markdown, isLive = false }: MarkdownProps) {
  const prefix = useId()
  // Settled blocks and the tail share one sequence, so that a block that settles stays where it is.
  const groups = append(markdown.settled, markdown.tail)
  return (
    <FootnotePrefix value={prefix}>
      <div className="markdown" data-live={isLive || undefined}>
        {groups.map((blocks, at) => (
          <BlockGroup key={at} blocks={blocks} />
        ))}
        <Footnotes notes={markdown.footnotes} />
      </div>
    </FootnotePrefix>
  )
}

// An element of its own: laying out what grows must not walk over all that has settled.
const BlockGroup = memo(function BlockGroup({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div data-part="">
      {blocks.map((block) => (
        <BlockView key={block.offset} block={block} />
      ))}
    </div>
  )
})
