import type { ComponentProps } from 'react'
import type { Turn } from '../messages/thread.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { versionsIn } from './previews.ts'

type PreviewInChatProps = Omit<ComponentProps<typeof PreviewPanel>, 'versions'> & {
  turns: readonly Turn[]
}

/** A page of a chat, with all its versions there. */
export const PreviewInChat = ({ turns, ...props }: PreviewInChatProps) => (
  <PreviewPanel {...props} versions={versionsIn(turns, props.preview.kind)} />
)
