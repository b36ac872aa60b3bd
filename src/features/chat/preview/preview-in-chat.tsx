import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react'
import type { Turn } from '../messages/thread.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { findPreviewVersions } from './previews.ts'

type PreviewInChatProps = Omit<ComponentProps<typeof PreviewPanel>, 'versions'> & {
  turns: readonly Turn[]
}

/**
 * Renders a page that was written in a chat, with all its versions. While the newest version is
 * shown, later versions replace it.
 */
export function PreviewInChat({ turns, ...props }: PreviewInChatProps) {
  const { kind, code } = props.preview
  const versions = findPreviewVersions(turns, kind)
  const newest = versions.at(-1)
  const newestBefore = useRef(newest)
  const follow = useEffectEvent(() => {
    if (newest !== undefined && code === newestBefore.current && code !== newest) {
      props.onChange({ kind, code: newest })
    }
    newestBefore.current = newest
  })
  useEffect(() => {
    follow()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a newer one is the reason.
  }, [newest])
  return <PreviewPanel {...props} versions={versions} />
}
