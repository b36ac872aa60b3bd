import { useState, type ReactNode } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import { OpenPreview } from '../preview-kinds/preview-button.tsx'
import type { PreviewChat } from './preview-in-chat.tsx'
import type { Preview } from '../preview-kinds/preview-kinds.ts'

const loadPanel = async () => (await import('./preview-in-chat.tsx')).PreviewInChat

type WithPreviewProps = {
  conversationId: string | undefined
  chat: PreviewChat
  children: ReactNode
}

export function WithPreview({ conversationId, chat, children }: WithPreviewProps) {
  const [opened, setOpened] = useState<{
    of: string | undefined
    preview: Preview
    opening: number
  }>()
  const preview = opened?.of === conversationId ? opened?.preview : undefined
  const { opening = 0 } = opened ?? {}
  const show = (next: Preview, by = opening) =>
    setOpened({ of: conversationId, preview: next, opening: by })
  const open = (next: Preview) => show(next, opening + 1)
  return (
    <OpenPreview value={open}>
      {children}
      {preview && (
        <Loaded
          load={loadPanel}
          props={{ preview, opening, chat, onChange: show, onClose: () => setOpened(undefined) }}
        />
      )}
    </OpenPreview>
  )
}
