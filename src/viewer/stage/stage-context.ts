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
 * Returns the stage, for elements that are rendered into it. There is always a model.
 * @throws {Error} outside a stage.
 */
export function useStage(): StageValue {
  const stage = useContext(StageContext)
  if (!stage) throw new Error('useStage is only available inside a Stage.')
  return stage
}
