import { language } from '#lib/language/translate.ts'
import { useRef, useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { Asset } from '#contract/assets.ts'
import { formatCount } from '#lib/format.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/library.ts'

const namedMax = 3

export function useEach() {
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const isStopped = useRef(false)

  async function each(
    assets: readonly Asset[],
    act: (asset: Asset) => Promise<unknown>,
  ): Promise<Asset[]> {
    const finished: Asset[] = []
    const failed: Failure[] = []
    isStopped.current = false
    for (const [at, asset] of assets.entries()) {
      if (isStopped.current) break
      setProgress({ done: at, total: assets.length })
      try {
        await act(asset)
        finished.push(asset)
      } catch (error) {
        failed.push({ asset, reason: explainError(error) })
      }
    }
    setProgress(undefined)
    if (failed.length > 0) reportFailures(failed, assets.length)
    return finished
  }
  const stop = () => {
    isStopped.current = true
  }
  return { each, progress, stop }
}

type Failure = { asset: Asset; reason: string }

function reportFailures(failed: readonly Failure[], total: number): void {
  const reasons = [...new Set(failed.map(({ reason }) => reason))]
  const named = failed.slice(0, namedMax).map(({ asset }) => `“${asset.name}”`)
  const more = failed.length - named.length
  const names = more > 0 ? [...named, t('{more} more', { more: formatCount(more) })] : named
  showToast({
    kind: 'error',
    title:
      total === 1
        ? t('Could not change this model')
        : t('Could not change {failedCount} of {total, plural, one {# model} other {# models}}', {
            failedCount: formatCount(failed.length),
            total,
          }),
    detail: `${new Intl.ListFormat(language).format(names)}: ${reasons.join(' ')}`,
  })
}
