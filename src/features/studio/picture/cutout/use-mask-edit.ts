import { useEffect, useRef, useState } from 'react'
import type { Box, Segment, Stroke } from './brush.ts'
import type { CutoutCanvas } from './cutout-canvas.ts'
import { strokesMax, untouched, type MaskEdit } from './mask-editor.ts'

export type MaskEditing = {
  edit: MaskEdit
  canUndo: boolean
  canRedo: boolean
  /** The object's box in the mask as it was drawn last; another object whenever it was. */
  drawn: { box: Box | undefined }
  /** Draws a piece of a stroke at once. */
  drew: (segment: Segment) => void
  /** The stroke is whole. */
  strokeEnded: (stroke: Stroke) => void
  /** A whole stroke that nobody has drawn. */
  strokeAdded: (stroke: Stroke) => void
  thresholdMoved: (threshold: number) => void
  undo: () => void
  redo: () => void
  startOver: () => void
}

/** What a person changes in a mask, with its history. @param start what was changed earlier. */
export function useMaskEdit(cutout: CutoutCanvas, start: MaskEdit = untouched): MaskEditing {
  const [edit, setEdit] = useState(start)
  const [undone, setUndone] = useState<readonly Stroke[]>([])
  const [drawn, setDrawn] = useState<MaskEditing['drawn']>({ box: undefined })
  const frame = useRef<number>(undefined)

  useEffect(() => {
    cutout.apply(start)
    setDrawn({ box: cutout.box() })
    return () => cancelAnimationFrame(frame.current ?? 0)
    // The mask is drawn anew by whoever changes it; this is for the first time only.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cutout])

  const change = (next: MaskEdit) => {
    setEdit(next)
    cancelAnimationFrame(frame.current ?? 0)
    // A slider moves more often than a screen is drawn.
    frame.current = requestAnimationFrame(() => {
      cutout.apply(next)
      setDrawn({ box: cutout.box() })
    })
  }
  const last = edit.strokes.at(-1)
  const next = undone.at(-1)

  return {
    edit,
    drawn,
    canUndo: last !== undefined,
    canRedo: next !== undefined,
    drew: (segment) => void cutout.paint(segment),
    strokeEnded: (stroke) => {
      setEdit(({ threshold, strokes }) => ({
        threshold,
        strokes: [...strokes, stroke].slice(-strokesMax),
      }))
      setUndone([])
      setDrawn({ box: cutout.box() })
    },
    strokeAdded: (stroke) => {
      setUndone([])
      change({ ...edit, strokes: [...edit.strokes, stroke].slice(-strokesMax) })
    },
    thresholdMoved: (threshold) => change({ ...edit, threshold }),
    undo: () => {
      if (!last) return
      setUndone([...undone, last])
      change({ ...edit, strokes: edit.strokes.slice(0, -1) })
    },
    redo: () => {
      if (!next) return
      setUndone(undone.slice(0, -1))
      change({ ...edit, strokes: [...edit.strokes, next] })
    },
    startOver: () => {
      setUndone([])
      change(untouched)
    },
  }
}
