import { createElement, useEffect, useMemo, useState } from 'react'
import type { EditorState } from '../state/editor-state.ts'
import { DrainStage, type DrainSpot } from './drain-stage.tsx'

type SpotPicking = {
  spot: DrainSpot | undefined
  isPicking: boolean
  start: () => void
  /** Ends picking and drops the spot. */
  cancel: () => void
  /** Ends picking and keeps the spot when the row of the step is folded. */
  onToggle: (isOpen: boolean) => void
}

/** Lets the user choose a place by clicks on the model, until the step is folded or cancelled. */
export function useSpot(putOnStage: EditorState['putOnStage']): SpotPicking {
  const [isPicking, setIsPicking] = useState(false)
  const [spot, setSpot] = useState<DrainSpot>()
  const node = useMemo(() => createElement(DrainStage, { spot, onSpot: setSpot }), [spot])
  useEffect(() => (isPicking ? putOnStage(node) : undefined), [isPicking, node, putOnStage])
  return {
    spot,
    isPicking,
    start: () => setIsPicking(true),
    cancel: () => {
      setIsPicking(false)
      setSpot(undefined)
    },
    onToggle: (isOpen) => {
      if (!isOpen) setIsPicking(false)
    },
  }
}
