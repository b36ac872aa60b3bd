import { useState } from 'react'
import { loadedCode } from '#ui/layout/loaded-code.ts'
import { useLoadedCode } from '#ui/layout/use-loaded-code.ts'
import { type LoadSteps, useModel } from './loading/use-model.ts'

// Imports the scene and three.js, two thirds of a viewer's code. Simple models can be drawn without
// both.
const loadScene = () => import('./stage/scene-root.ts')

type PreviewSteps = Omit<LoadSteps, 'wantsEarly'> & {
  canOpen: boolean
}

/**
 * Loads the model at `url`, and the scene's code after the first picture, or at once without a
 * first picture.
 */
export function usePreview(url: string | undefined, { canOpen, ...steps }: PreviewSteps) {
  const [wasOpened, setWasOpened] = useState(false)
  const { early, onEarlyDrawn, ...state } = useModel(url, {
    ...steps,
    wantsEarly: canOpen && loadedCode(loadScene) === undefined,
  })
  const isSceneWanted = wasOpened || state.model !== undefined || early === 'none'
  return {
    ...state,
    scene: useLoadedCode(loadScene, isSceneWanted),
    plain: early === 'none' ? undefined : early,
    onOpened: () => {
      setWasOpened(true)
      onEarlyDrawn()
    },
  }
}
