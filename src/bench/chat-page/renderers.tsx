import type { ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Streamdown } from 'streamdown'
import { advance, emptyMarkdown } from '#features/chat/markdown/blocks.ts'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import type { RendererName } from './wire.ts'

/** Draws a text that grows: called with ever longer texts. */
export type Draw = (text: string) => ReactNode

const plugins = [remarkGfm]

/** A renderer that has drawn nothing yet. */
export const renderers: Record<RendererName, () => Draw> = {
  ours: () => {
    let markdown = emptyMarkdown
    return (text) => {
      markdown = advance(markdown, text)
      return <Markdown markdown={markdown} isLive />
    }
  },
  streamdown: () => (text) => <Streamdown>{text}</Streamdown>,
  'react-markdown': () => (text) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>,
}
