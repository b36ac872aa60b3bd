import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeLoaded } from '#ui/layout/loaded-code.ts'

/** What the page shows follows what changes elsewhere. */
export function useKeptFresh(): void {
  const client = useQueryClient()
  useEffect(() => {
    const gone = new AbortController()
    // Its code is not needed for the first picture of the page, which is drawn before the next timer.
    codeLoaded()
      .then(() => new Promise((resolve) => setTimeout(resolve)))
      .then(() => import('#queries/keep-fresh.ts'))
      .then(
        ({ keepFresh }) => keepFresh(client, gone.signal),
        (error: unknown) => console.warn('Changes are not followed.', error),
      )
    return () => gone.abort()
  }, [client])
}
