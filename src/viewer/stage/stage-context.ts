import { createContext, useContext } from 'react'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { Model } from '../loading/parse-glb.ts'
import type { StagePasses } from '../rendering/stage-passes.ts'

type StageValue = {
  /** What stands on the stage now. */
  model: Model
  passes: StagePasses
  /** Moves the camera. */
  rig: CameraRig
}

export const StageContext = createContext<StageValue | undefined>(undefined)

/**
 * For what is put on a stage from outside: there is always a model.
 *
 * @throws {Error} anywhere else.
 */
export function useStage(): StageValue {
  const stage = useContext(StageContext)
  if (!stage) throw new Error('useStage is only available inside a Stage.')
  return stage
}
