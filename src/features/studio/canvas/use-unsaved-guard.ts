import { useCallback, useState } from 'react'
import type { Asset } from '#contract/assets.ts'
import type { Task } from '#contract/tasks.ts'
import { useAskBeforeClosing } from '#ui/use-ask-before-closing.ts'
import type { UnsavedEdits } from '#workshop/state/use-edits.ts'
import { isLive } from '../tasks/task-list.ts'

export type OnCanvas = {
  readonly task: Task | undefined
  readonly asset: Asset | undefined
  readonly madeBy: Task | undefined
}

export type UnsavedGuard = {
  readonly unsaved: UnsavedEdits | undefined
  readonly isAsking: boolean
  readonly onUnsaved: (unsaved: UnsavedEdits | undefined) => void
  /** Replaces the edited model by an asset, by default the model that the user wanted to open. */
  readonly release: (assetId?: string) => void
}

/**
 * Keeps a model with unsaved edits on the canvas, even if the user opens another model. The browser
 * also asks before the page closes.
 */
export function useUnsavedGuard(next: OnCanvas): UnsavedGuard & { onCanvas: OnCanvas } {
  const [unsaved, setUnsaved] = useState<UnsavedEdits>()
  const [held, setHeld] = useState(next)
  const [released, setReleased] = useState<string>()
  const wanted = getShownKey(next)
  const isAsking = unsaved !== undefined && getShownKey(held) !== wanted && released !== wanted
  if (!isAsking && (held.asset !== next.asset || held.task !== next.task)) setHeld(next)
  if (!unsaved && released !== undefined) setReleased(undefined)
  useAskBeforeClosing(unsaved !== undefined)
  return {
    onCanvas: isAsking ? { ...held, task: undefined } : next,
    unsaved,
    isAsking,
    onUnsaved: useCallback((edits) => setUnsaved(edits), []),
    release: (assetId = wanted) => setReleased(assetId),
  }
}

const getShownKey = ({ task, asset }: OnCanvas): string =>
  (task && isLive(task) ? task.previewUrl : undefined) ?? asset?.id ?? ''
