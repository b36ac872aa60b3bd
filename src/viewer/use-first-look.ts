import { useState } from 'react'
import { loadedCode } from '#ui/layout/loaded-code.ts'
import { useLoadedCode } from '#ui/layout/use-loaded-code.ts'
import { type LoadSteps, useModel } from './loading/use-model.ts'

// With three.js two thirds of a viewer's code. A plain model can be seen without it.
const loadScene = () => import('./stage/scene-root.ts')

type FirstLookSteps = Omit<LoadSteps, 'wantsEarly'> & {
  /** Whether a model can be seen before the scene is there. */
  canOpen: boolean
}

/**
 * Loads the model at `url`, and the code of the scene once it is wanted: after a first look at the model, or as soon as
 * there can be none.
 */
export function useFirstLook(url: string | undefined, { canOpen, ...steps }: FirstLookSteps) {
  const [wasOpened, setWasOpened] = useState(false)
  const { early, onEarlyDrawn, ...state } = useModel(url, {
    ...steps,
    wantsEarly: canOpen && loadedCode(loadScene) === undefined,
  })
  const isSceneWanted = wasOpened || state.model !== undefined || early === 'none'
  return {
    ...state,
    scene: useLoadedCode(loadScene, isSceneWanted),
    /** What there is to be seen before the scene draws. */
    plain: early === 'none' ? undefined : early,
    /** To be called when it was drawn. */
    onOpened: () => {
      setWasOpened(true)
      onEarlyDrawn()
    },
  }
}
