import MapPinPlus from 'lucide-react/icons/map-pin-plus'
import X from 'lucide-react/icons/x'
import { useEffect, useMemo, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import type { EditorState } from '../state/editor-state.ts'
import { DrainStage, type DrainSpot } from './drain-stage.tsx'

type SpotChoiceProps = {
  spot: DrainSpot | undefined
  onSpot: (spot: DrainSpot | undefined) => void
  putOnStage: EditorState['putOnStage']
  texts: { automatic: string; picking: string; picked: string }
}

/** Lets the user choose a place by a click on the model, or use an automatic place. */
export function SpotChoice({ spot, onSpot, putOnStage, texts }: SpotChoiceProps) {
  const [isPlacing, setIsPlacing] = useState(false)
  const node = useMemo(() => <DrainStage spot={spot} onSpot={onSpot} />, [spot, onSpot])
  useEffect(() => (isPlacing ? putOnStage(node) : undefined), [isPlacing, node, putOnStage])
  return (
    <div className="flex items-center justify-between gap-3">
      <p aria-live="polite" className="min-w-0 text-xs text-pretty text-ink-muted">
        {isPlacing ? (spot ? texts.picked : texts.picking) : texts.automatic}
      </p>
      {isPlacing ? (
        <Button
          size="sm"
          icon={<X aria-hidden />}
          onClick={() => {
            setIsPlacing(false)
            onSpot(undefined)
          }}
        >
          Automatic
        </Button>
      ) : (
        <Button size="sm" icon={<MapPinPlus aria-hidden />} onClick={() => setIsPlacing(true)}>
          Place
        </Button>
      )}
    </div>
  )
}
