import { createContext, useContext } from 'react'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { ParsedModel } from '../loading/parse-glb.ts'
import type { StagePasses } from '../rendering/stage-passes.ts'

type StageValue = {
  model: ParsedModel
  passes: StagePasses
  rig: CameraRig
}

export const StageContext = createContext<StageValue | undefined>(undefined)

/**
 * Returns the viewer's scene with its model, for elements in the scene.
 * @throws {Error} outside a scene.
 */
export function useStage(): StageValue {
  const stage = useContext(StageContext)
  if (!stage) throw new Error('useStage is only available inside a Stage.')
  return stage
}
