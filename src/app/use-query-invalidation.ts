import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeLoaded } from '#ui/layout/loaded-code.ts'

export function useQueryInvalidation(): void {
  const client = useQueryClient()
  useEffect(() => {
    const gone = new AbortController()
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
