import { Dices, SlidersHorizontal } from 'lucide-react'
import type { Asset } from '#contract/assets.ts'
import { Button } from '#ui/button.tsx'
import { sayBytes, sayCount, sayDuration, sayLength } from '#lib/format.ts'

/** What the viewer counted in the file. Lengths in metres. */
export type LoadedFacts = { triangles: number; sizeMetres: readonly [number, number, number] }

type ModelFactsProps = {
  asset: Asset
  facts: LoadedFacts | undefined
  /** How long it took to make. */
  tookMs: number | undefined
  onSameSettings: (() => void) | undefined
  onOtherSeed: (() => void) | undefined
  isStarting: boolean
}

/** One line about the model in the canvas, and what to do next with it. */
export function ModelFacts(props: ModelFactsProps) {
  const { asset, facts, tookMs, onSameSettings, onOtherSeed, isStarting } = props
  const triangles = facts?.triangles ?? asset.stats?.triangles
  const longest = facts && Math.max(...facts.sizeMetres)
  const seed = asset.recipe?.seed
  const items = [
    triangles !== undefined && `${sayCount(triangles)} triangles`,
    longest !== undefined && longest > 0 && sayLength(longest),
    sayBytes(asset.sizeBytes),
    tookMs !== undefined && sayDuration(tookMs),
    seed !== undefined && `seed ${seed}`,
  ].filter((item) => item !== false)
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 bg-linear-to-t from-surface-sunken to-transparent p-3 pt-10">
      <div className="min-w-0">
        <h2 className="truncate text-base font-medium">{asset.name}</h2>
        <ul className="flex flex-wrap gap-x-2 text-xs text-ink-muted tabular-nums">
          {items.map((item, at) => (
            <li key={item} className="flex gap-2">
              {at > 0 && (
                <span aria-hidden className="text-ink-faint">
                  ·
                </span>
              )}
              {item}
            </li>
          ))}
        </ul>
      </div>
      <div className="pointer-events-auto flex gap-2">
        {onSameSettings && (
          <Button size="sm" icon={<SlidersHorizontal aria-hidden />} onClick={onSameSettings}>
            Same settings
          </Button>
        )}
        {onOtherSeed && (
          <Button
            size="sm"
            icon={<Dices aria-hidden />}
            isLoading={isStarting}
            onClick={onOtherSeed}
          >
            Other seed
          </Button>
        )}
      </div>
    </div>
  )
}
