import { useSyncExternalStore } from 'react'

/** The same breakpoint as `lg:`, from which folders and filters are beside the models. */
const findQuery = () =>
  typeof matchMedia === 'function' ? matchMedia('(min-width: 64rem)') : undefined

function follow(onChange: () => void): () => void {
  const query = findQuery()
  query?.addEventListener('change', onChange)
  return () => query?.removeEventListener('change', onChange)
}

/** Returns whether the window has room for a list beside the models. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(follow, () => findQuery()?.matches === true)
