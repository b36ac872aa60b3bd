import { useCallback, useSyncExternalStore } from 'react'

const findQuery = (minRem: number) =>
  typeof matchMedia === 'function' ? matchMedia(`(min-width: ${minRem}rem)`) : undefined

/**
 * Returns whether the window is at least as wide as a breakpoint.
 * @param minRem width of Tailwind's breakpoint in rem: 48 for `md:`, 64 for `lg:`.
 */
export function useIsWide(minRem: 48 | 64): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const query = findQuery(minRem)
      query?.addEventListener('change', onChange)
      return () => query?.removeEventListener('change', onChange)
    },
    [minRem],
  )
  const read = () => findQuery(minRem)?.matches === true
  return useSyncExternalStore(follow, read, read)
}
