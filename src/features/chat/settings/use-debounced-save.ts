import { useEffect, useRef } from 'react'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import { tidySettings } from './settings-change.ts'

const saveDelayMs = 400

export function useDebouncedSave(
  draft: ChatSettings,
  onSave: (settings: ChatSettings) => void,
): void {
  const saved = useRef(draft)
  const { save } = useLatest({
    save: () => {
      if (draft === saved.current) return
      saved.current = draft
      onSave(tidySettings(draft))
    },
  })
  useEffect(() => {
    if (draft === saved.current) return
    const timer = setTimeout(save, saveDelayMs)
    return () => clearTimeout(timer)
  }, [draft, save])
  useEffect(() => () => save(), [save])
}
