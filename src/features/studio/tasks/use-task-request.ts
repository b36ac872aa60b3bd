import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Asset } from '#contract/assets.ts'

/** Actions for a model that the studio accepts as `?use=` in its address. */
const taskRequests = ['settings', 'seed', 'model'] as const
type TaskRequest = (typeof taskRequests)[number]

/**
 * Runs the action that the page's address requests once the model is loaded, and removes it from
 * the address: a reload must not start another task.
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
