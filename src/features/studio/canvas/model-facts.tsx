import Boxes from 'lucide-react/icons/boxes'
import Dices from 'lucide-react/icons/dices'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import MoveHorizontal from 'lucide-react/icons/move-horizontal'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type RefObject, useRef } from 'react'
import type { Asset } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatLength,
  describeMakeup,
} from '#lib/format.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import { useCoveredBelow } from '#workshop/desk/use-covered-below.ts'
import type { AskSpot } from '#workshop/pointing/use-ask-spot.tsx'
import { SpotButton } from '#workshop/pointing/spot-button.tsx'
import { useTaskRequest } from '../tasks/use-task-request.ts'
import type { Depth } from './depth.tsx'
import { useDiscuss } from './use-discuss.ts'

/** Counts and extensions of the loaded file, and its size in metres. */
export type LoadedFacts = Pick<LoadedModel, 'triangles' | 'vertices' | 'extensions' | 'sizeMetres'>

type ModelFactsProps = {
  asset: Asset
  facts: LoadedFacts | undefined
  tookMs: number | undefined
  onSameSettings: (() => void) | undefined
  onOtherSeed: (() => void) | undefined
  isStarting: boolean
  /** Set if the generator supports a depth. */
  depth: Depth | undefined
  viewerRef: RefObject<ViewerHandle | null>
  spot: Pick<AskSpot, 'isPicking' | 'setIsPicking'>
}

export function ModelFactsBar(props: ModelFactsProps) {
  const { asset, facts, tookMs, onSameSettings, onOtherSeed, isStarting, depth, spot } = props
  const row = useRef<HTMLDivElement>(null)
  useCoveredBelow(row)
  const { discuss, isTaking } = useDiscuss(props.viewerRef)
  // Prefer the viewer's counts over those of the library.
  const counts = facts ?? asset.stats
  const longest = facts && Math.max(...facts.sizeMetres)
  const seed = asset.recipe?.seed
  const pickOther =
    onSameSettings &&
    (() => {
      onSameSettings()
      openModelPicker()
    })
  useTaskRequest(asset, (request) => {
    const act = { settings: onSameSettings, seed: onOtherSeed, model: pickOther }[request]
    if (act) act()
    else {
      showToast({
        kind: 'error',
        title: 'These settings cannot be used again',
        detail: onSameSettings
          ? 'Its generator does not use seeds.'
          : 'Its generator is unknown or not connected.',
      })
    }
  })
  const items = [
    counts !== undefined && describeMakeup(counts, formatCount),
    longest !== undefined && longest > 0 && formatLength(longest),
    formatBytes(asset.sizeBytes),
    tookMs !== undefined && formatDuration(tookMs),
    seed !== undefined && `seed ${seed}`,
  ].filter((item) => item !== false)
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 grid gap-2 bg-linear-to-t from-surface-sunken to-transparent px-3 pt-10">
      {depth?.isOpen && (
        <section
          aria-label="Depth"
          className="pointer-events-auto w-full max-w-sm justify-self-end animate-appear rounded-xl border border-line bg-surface-overlay p-4 shadow-overlay"
        >
          {depth.control}
        </section>
      )}
      <div ref={row} className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pb-3">
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
        <div className="pointer-events-auto flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<MessageSquareText aria-hidden />}
            isLoading={isTaking}
            onClick={() => void discuss(asset.id)}
          >
            Discuss
          </Button>
          <SpotButton spot={spot} />
          {onSameSettings && (
            <Button size="sm" icon={<SlidersHorizontal aria-hidden />} onClick={onSameSettings}>
              Same settings
            </Button>
          )}
          {pickOther && (
            <Button size="sm" icon={<Boxes aria-hidden />} onClick={pickOther}>
              Another model
            </Button>
          )}
          {depth && (
            <Button
              size="sm"
              icon={<MoveHorizontal aria-hidden />}
              aria-expanded={depth.isOpen}
              onClick={() => depth.onOpenChange(!depth.isOpen)}
            >
              Depth
            </Button>
          )}
          {onOtherSeed && (
            <Button
              size="sm"
              icon={<Dices aria-hidden />}
              isLoading={isStarting}
              onClick={onOtherSeed}
            >
              New seed
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

function openModelPicker(): void {
  // Wait until the settings are filled in.
  requestAnimationFrame(() => {
    const list = document.querySelector<HTMLElement>('section[aria-label="Generator"] button')
    list?.focus()
    list?.click()
  })
}
