import { use, useEffect, useEffectEvent, useRef } from 'react'
import { openPreviewsSetting } from '#lib/browser/open-previews.ts'
import type { Turn } from '../messages/thread.ts'
import { OpenPreview } from '../preview-kinds/preview-button.tsx'
import { listPreviews } from './preview-versions.ts'
import type { PreviewKind } from '../preview-kinds/preview-kinds.ts'

/** Kinds of documents that open automatically. The chat itself shows diagrams, tables and text. */
const openedKinds: ReadonlySet<PreviewKind> = new Set([
  'html',
  'svg',
  'jsx',
  'tsx',
  'gltf',
  'obj',
  'stl',
])

/**
 * Opens the last document of a complete answer if the user has enabled this. On narrow screens, the
 * document would cover the chat.
 */
export function useOpenNewPreview(turns: readonly Turn[], isRunning: boolean): void {
  const open = use(OpenPreview)
  const followedId = useRef<string>(undefined)
  const last = turns.at(-1)?.message
  const follow = useEffectEvent(() => {
    if (last?.role !== 'assistant') return
    if (isRunning) followedId.current = last.id
    if (isRunning || last.text === '' || followedId.current !== last.id) return
    followedId.current = undefined
    if (!openPreviewsSetting.read() || !matchMedia('(width >= 64rem)').matches) return
    const preview = listPreviews(last).findLast(({ kind }) => openedKinds.has(kind))
    if (preview) open?.(preview)
  })
  useEffect(() => {
    follow()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs on each change of the answer.
  }, [last, isRunning])
}
