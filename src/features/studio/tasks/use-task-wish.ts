import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Asset } from '#contract/assets.ts'

/** What one can ask of the studio about a model, by `?use=` in its address. */
const taskWishes = ['settings', 'seed', 'model'] as const
type TaskWish = (typeof taskWishes)[number]

/**
 * Fulfils what the address asks for, once, when the model is there, and takes it out of the address:
 * a reload must not start another task.
 */
export function useTaskWish(asset: Asset, fulfil: (wish: TaskWish) => void): void {
  const asked = new URLSearchParams(useSearch()).get('use')
  const wish = taskWishes.find((one) => one === asked)
  const [path, navigate] = useLocation()
  const act = useEffectEvent((one: TaskWish) => {
    navigate(path, { replace: true })
    fulfil(one)
  })
  const isMeant = path === `/asset/${asset.id}`
  useEffect(() => {
    if (isMeant && wish) act(wish)
  }, [isMeant, wish])
}
