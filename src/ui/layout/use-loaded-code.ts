import { startTransition, useEffect, useState } from 'react'
import { loadCode, loadedCode } from './loaded-code.ts'
import { prefetch } from './prefetch.ts'

/**
 * Loads code as soon as `isWanted` is true or the page is idle.
 * @param load imports the code. Pass the same function in every render.
 * @returns undefined until the code is loaded.
 * @throws during rendering if wanted code could not be loaded.
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
    let isCurrent = true
    loadCode(load).then(
      // A transition is rendered in slices, so that the page can respond in between.
      () => isCurrent && startTransition(() => noteCode({ of: load })),
      (thrown: unknown) => isCurrent && setFailure({ of: thrown }),
    )
    return () => {
      isCurrent = false
    }
  }, [code, isWanted, load])

  if (failure) throw failure.of
  return code
}
