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
  const [, noteCode] = useState<{ of: unknown }>()
  const code = loadedCode(load)

  useEffect(() => {
    if (!isWanted) {
      prefetch(load)
      return undefined
    }
    if (code) return undefined
    // Where it has come since the rendering, somebody else having asked for it, this is over at once.
    let isCurrent = true
    loadCode(load).then(
      () => isCurrent && noteCode({ of: load }),
      (thrown: unknown) => isCurrent && setFailure({ of: thrown }),
    )
    return () => {
      isCurrent = false
    }
  }, [code, isWanted, load])

  if (failure) throw failure.of
  return code
}
