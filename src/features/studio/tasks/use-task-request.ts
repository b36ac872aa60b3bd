import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Asset } from '#contract/assets.ts'

/** What one can ask of the studio about a model, by `?use=` in its address. */
const taskRequests = ['settings', 'seed', 'model'] as const
type TaskRequest = (typeof taskRequests)[number]

/**
 * Does what the address asks for, once, when the model is there, and takes it out of the address:
 * a reload must not start another task.
 */
export function useTaskRequest(asset: Asset, handle: (request: TaskRequest) => void): void {
  const asked = new URLSearchParams(useSearch()).get('use')
  const request = taskRequests.find((one) => one === asked)
  const [path, navigate] = useLocation()
  const act = useEffectEvent((one: TaskRequest) => {
    navigate(path, { replace: true })
    handle(one)
  })
  const isMeant = path === `/asset/${asset.id}`
  useEffect(() => {
    if (isMeant && request) act(request)
  }, [isMeant, request])
}
