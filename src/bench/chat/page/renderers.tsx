import type { ReactNode } from 'react'
import Markstream from 'markstream-react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Streamdown } from 'streamdown'
import type { OtherName } from './wire.ts'

const plugins = [remarkGfm]

export const otherRenderers: Record<OtherName, (text: string) => ReactNode> = {
  streamdown: (text) => <Streamdown>{text}</Streamdown>,
  // Markstream renders without animations, because the other renderers have none.
  markstream: (text) => (
    <Markstream
      content={text}
      fade={false}
      smoothStreaming={false}
      batchRendering={false}
      deferNodesUntilVisible={false}
    />
  ),
  'react-markdown': (text) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>,
}
