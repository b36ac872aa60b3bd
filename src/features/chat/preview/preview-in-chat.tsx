import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react'
import type { Turn } from '../messages/thread.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { versionsIn } from './previews.ts'

type PreviewInChatProps = Omit<ComponentProps<typeof PreviewPanel>, 'versions'> & {
  turns: readonly Turn[]
}

/** A page of a chat, with all its versions there. Whoever looks at the newest one sees the next as it comes. */
export function PreviewInChat({ turns, ...props }: PreviewInChatProps) {
  const { kind, code } = props.preview
  const versions = versionsIn(turns, kind)
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
