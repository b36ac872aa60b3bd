import { useEffect, useState } from 'react'
import { loadCode, loadedCode } from './loaded-code.ts'
import { prefetch } from './prefetch.ts'

/**
 * Code that is loaded once it is wanted, or the page is idle.
 *
 * @param load imports it; must be the same function in every render.
 * @returns nothing until it is there.
 * @throws in the rendering when it was wanted and could not be loaded.
 */
export function useLoadedCode<Code>(load: () => Promise<Code>, isWanted = true): Code | undefined {
  const [failure, setFailure] = useState<{ of: unknown }>()
  const [, noteCode] = useState(false)

  useEffect(() => {
    if (!isWanted) {
      prefetch(load)
      return undefined
    }
    if (loadedCode(load)) return undefined
    let isCurrent = true
    loadCode(load).then(
      () => isCurrent && noteCode(true),
      (thrown: unknown) => isCurrent && setFailure({ of: thrown }),
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted, load])

  if (failure) throw failure.of
  return loadedCode(load)
}
