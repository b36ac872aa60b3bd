import { startTransition, useEffect, useState } from 'react'
import { onceBack } from '#lib/browser/is-server-away.ts'
import { loadCode, loadedCode } from './loaded-code.ts'
import { prefetch } from './prefetch.ts'

/**
 * Loads code as soon as `isWanted` is true or the page is idle. If the server is away, the code is
 * loaded again once the server is back, so that the page around it keeps what the user has entered.
 * @param load imports the code. Pass the same function in every render.
 * @param isPage throws while the server is away, because nothing is shown without the code.
 * @returns undefined until the code is loaded.
 * @throws during rendering if wanted code could not be loaded.
 */
export function useLoadedCode<Code>(
  load: () => Promise<Code>,
  isWanted = true,
  isPage = false,
): Code | undefined {
  const [failure, setFailure] = useState<{ of: unknown }>()
  const [, noteCode] = useState<{ of: unknown }>()
  const code = loadedCode(load)

  useEffect(() => {
    if (!isWanted) {
      prefetch(load)
      return undefined
    }
    if (code) return undefined
    const gone = new AbortController()
    const attempt = () => loadCode(load)
    const loaded = isPage ? attempt() : onceBack(attempt, gone.signal)
    loaded.then(
      // A transition is rendered in slices, so that the page can respond in between.
      () => gone.signal.aborted || startTransition(() => noteCode({ of: load })),
      (thrown: unknown) => gone.signal.aborted || setFailure({ of: thrown }),
    )
    return () => gone.abort()
  }, [code, isWanted, isPage, load])

  if (failure) throw failure.of
  return code
}
