import type { Vector3 } from 'three'
import type { SurfaceSpot } from '#model-files/print/steps.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { getFaceNormal } from '../pick/face-normal.ts'
import { useClick } from '../pick/use-click.ts'
import { SpotMark } from '../pointing/spot-mark.tsx'

export type DrainSpot = SurfaceSpot & { readonly onStage: Vector3 }

type DrainStageProps = {
  spot: DrainSpot | undefined
  onSpot: (spot: DrainSpot) => void
}

/** Shows the drain hole as a mark. A click on the model moves the hole. */
export function DrainStage({ spot, onSpot }: DrainStageProps) {
  const { model } = useStage()
  useClick((hit) => {
    const around = model.scene.parent
    const direction = hit && getFaceNormal(hit)
    if (!direction || !around) return
    const outside = hit.point.clone().add(direction)
    // Converts to the model's coordinates, because the viewer moves the model to the middle of the
    // floor.
    const at = around.worldToLocal(hit.point.clone())
    const normal = around.worldToLocal(outside).sub(at).normalize()
    onSpot({ at: toTuple(at), normal: toTuple(normal), onStage: hit.point })
  })
  return spot ? <SpotMark at={spot.onStage} /> : null
}

const toTuple = ({ x, y, z }: Vector3) => [x, y, z] as const
