import { useSyncExternalStore } from 'react'

/** Must equal Tailwind's breakpoint `lg:`, from which folders and filters are beside the models. */
const findQuery = () =>
  typeof matchMedia === 'function' ? matchMedia('(min-width: 64rem)') : undefined

function follow(onChange: () => void): () => void {
  const query = findQuery()
  query?.addEventListener('change', onChange)
  return () => query?.removeEventListener('change', onChange)
}

export const useIsWide = (): boolean =>
  useSyncExternalStore(
    follow,
    () => findQuery()?.matches === true,
    () => true,
  )
