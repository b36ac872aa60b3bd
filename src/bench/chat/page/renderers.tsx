import type { ReactNode } from 'react'
import Markstream from 'markstream-react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Streamdown } from 'streamdown'
import { grow } from '#features/chat/markdown/parse/blocks.ts'
import { emptyMarkdown } from '#features/chat/markdown/parse/markdown-text.ts'
import { Markdown } from '#features/chat/markdown/draw/markdown.tsx'
import type { RendererName } from './wire.ts'

/** Draws a text that grows: called with ever longer texts, and what was added to the last one. */
export type Draw = (text: string, added: string) => ReactNode

const plugins = [remarkGfm]

/** A renderer that has drawn nothing yet. */
export const renderers: Record<RendererName, () => Draw> = {
  ours: () => {
    let markdown = emptyMarkdown
    return (_, added) => {
      markdown = grow(markdown, added)
      return <Markdown markdown={markdown} isLive />
    }
  },
  streamdown: () => (text) => <Streamdown>{text}</Streamdown>,
  // As the others: all that has come is drawn at once, and nothing fades in.
  markstream: () => (text) => (
    <Markstream
      content={text}
      fade={false}
      smoothStreaming={false}
      batchRendering={false}
      deferNodesUntilVisible={false}
    />
  ),
  'react-markdown': () => (text) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>,
}
