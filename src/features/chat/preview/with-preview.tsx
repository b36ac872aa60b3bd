import { useState, type ReactNode } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { Turn } from '../messages/thread.ts'
import { OpenPreview } from './preview-button.tsx'
import type { Preview } from './previews.ts'

const loadPanel = async () => (await import('./preview-in-chat.tsx')).PreviewInChat

type WithPreviewProps = {
  conversationId: string | undefined
  turns: readonly Turn[]
  /** The chat itself. */
  children: ReactNode
}

/** The chat, and beside it the page of it that is looked at. */
export function WithPreview({ conversationId, turns, children }: WithPreviewProps) {
  const [opened, setOpened] = useState<{ of: string | undefined; preview: Preview }>()
  const preview = opened?.of === conversationId ? opened?.preview : undefined
  const open = (next: Preview) => setOpened({ of: conversationId, preview: next })
  return (
    <OpenPreview value={open}>
      {children}
      {preview && (
        <Loaded
          load={loadPanel}
          props={{
            preview,
            turns,
            onChange: open,
            onClose: () => setOpened(undefined),
          }}
        />
      )}
    </OpenPreview>
  )
}
