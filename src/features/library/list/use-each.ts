import { useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import type { Asset } from '#contract/assets.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/** Does something with one model after the other, for as long as nobody stops it and nothing fails. */
export function useEach() {
  /** `undefined` while nothing is going on. */
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const isStopped = useRef(false)

  /** @returns those that were done. */
  async function each(
    assets: readonly Asset[],
    act: (asset: Asset) => Promise<unknown>,
  ): Promise<Asset[]> {
    const finished: Asset[] = []
    isStopped.current = false
    try {
      for (const asset of assets) {
        if (isStopped.current) break
        setProgress({ done: finished.length, total: assets.length })
        await act(asset)
        finished.push(asset)
      }
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'Some models could not be changed',
        detail: explain(error),
      })
    } finally {
      setProgress(undefined)
    }
    return finished
  }
  const stop = () => {
    isStopped.current = true
  }
  return { each, progress, stop }
}
