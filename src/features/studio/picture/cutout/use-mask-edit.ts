import { useEffect, useRef, useState } from 'react'
import type { MaskBox, StrokeSegment, BrushStroke } from './brush.ts'
import type { CutoutCanvas } from './cutout-canvas.ts'
import { strokesMax, untouched, type MaskEdit } from './mask-editor.ts'

export type MaskEditing = {
  edit: MaskEdit
  canUndo: boolean
  canRedo: boolean
  /**
   * Bounding box of the object in the current mask. Each draw creates a new JavaScript object, so
   * that components render again.
   */
  drawn: { box: MaskBox | undefined }
  drew: (segment: StrokeSegment) => void
  strokeEnded: (stroke: BrushStroke) => void
  strokeAdded: (stroke: BrushStroke) => void
  thresholdMoved: (threshold: number) => void
  undo: () => void
  redo: () => void
  startOver: () => void
}

/**
 * Manages the user's changes to the mask, with undo.
 * @param start changes of an earlier edit.
 */
export function useMaskEdit(cutout: CutoutCanvas, start: MaskEdit = untouched): MaskEditing {
  const [edit, setEdit] = useState(start)
  const [undone, setUndone] = useState<readonly BrushStroke[]>([])
  const [drawn, setDrawn] = useState<MaskEditing['drawn']>({ box: undefined })
  const frame = useRef<number>(undefined)

  useEffect(() => {
    cutout.apply(start)
    setDrawn({ box: cutout.box() })
    return () => cancelAnimationFrame(frame.current ?? 0)
    // Draws only the initial mask. Later changes draw the mask themselves.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cutout])

  const change = (next: MaskEdit) => {
    setEdit(next)
    cancelAnimationFrame(frame.current ?? 0)
    // A slider fires often, so draw at most once per frame.
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
