import Crosshair from 'lucide-react/icons/crosshair'
import Dices from 'lucide-react/icons/dices'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Images from 'lucide-react/icons/images'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import MoveHorizontal from 'lucide-react/icons/move-horizontal'
import Shapes from 'lucide-react/icons/shapes'
import Share2 from 'lucide-react/icons/share-2'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type RefObject, useRef, useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
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
import { askToShare } from '#queries/share-request.ts'
import { useIsOwn } from '#queries/shared-with-me.ts'
import { useCoveredBelow } from '#workshop/editor/use-covered-below.ts'
import type { AskSpot } from '#workshop/pointing/use-ask-spot.tsx'
import { t } from '#languages/studio.ts'
import type { Depth } from './depth.tsx'
import { useDiscuss } from './use-discuss.ts'
import type { ScanPhotosOnCanvas } from './use-scan.tsx'

export type LoadedFacts = Pick<LoadedModel, 'triangles' | 'vertices' | 'extensions' | 'sizeMetres'>

type ModelFactsProps = {
  asset: Asset
  facts: LoadedFacts | undefined
  sizeBytes: number
  tookMs: number | undefined
  onSameSettings: (() => void) | undefined
  onOtherSeed: (() => void) | undefined
  isStarting: boolean
  scan: Pick<ScanPhotosOnCanvas, 'isOpen' | 'onToggle'> | undefined
  /**
   * Controls for the model's depth from front to back. Undefined if the generator has no depth
   * param.
   */
  depth: Depth | undefined
  viewerRef: RefObject<ViewerHandle | null>
  spot: Pick<AskSpot, 'setIsPicking'>
}

export function ModelFactsBar(props: ModelFactsProps) {
  const { asset, facts, tookMs, onSameSettings, onOtherSeed, isStarting, depth, spot } = props
  const row = useRef<HTMLDivElement>(null)
  const isOwn = useIsOwn(asset.id)
  useCoveredBelow(row)
  const { discuss, isTaking } = useDiscuss(props.viewerRef)
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
        title: t('These settings cannot be used again'),
        detail: onSameSettings
          ? t('Its engine does not use seeds.')
          : t('Its engine is unknown or not connected.'),
      })
    }
  })
  const items = [
    counts !== undefined && describeMakeup(counts, formatCount),
    longest !== undefined &&
      longest > 0 &&
      t('longest side {length}', { length: formatLength(longest) }),
    formatBytes(props.sizeBytes),
    tookMs !== undefined && formatDuration(tookMs),
    seed !== undefined && t('variation {seed}', { seed }),
  ].filter((item) => item !== false)
  return (
    <div className="@container pointer-events-none absolute end-(--covered-end,0px) bottom-0 start-0 grid gap-2 px-4">
      {depth?.isOpen && (
        <section
          aria-label={t('Depth')}
          className="pointer-events-auto float w-full max-w-sm animate-appear justify-self-end p-4"
        >
          {depth.control}
        </section>
      )}
      <div ref={row} className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pb-4">
        <div className="on-stage min-w-0">
          <h2 dir="auto" className="truncate text-lg font-semibold">
            {asset.name}
          </h2>
          <ul className="flex flex-wrap gap-x-1.5 text-xs text-ink-muted tabular-nums">
            {items.map((item, at) => (
              <li key={item} className="flex gap-1.5">
                <span>{item}</span>
                {at < items.length - 1 && <span aria-hidden>·</span>}
              </li>
            ))}
          </ul>
        </div>
        <div className="pointer-events-auto float flex flex-wrap gap-0.5 p-1 max-lg:gap-0 max-lg:p-0.5 max-lg:[&_button]:px-1.5 @max-lg:w-full @max-lg:[&_button]:px-1 @max-lg:flex-nowrap @max-lg:[&_button]:h-auto @max-lg:[&_button]:min-h-11 @max-lg:[&_button]:min-w-0 @max-lg:[&_button]:flex-auto @max-lg:[&_button]:flex-col @max-lg:[&_button]:gap-1 @max-lg:[&_button]:py-1 @max-lg:[&_button]:text-2xs @max-lg:[&_button]:whitespace-normal">
          <Button
            variant="ghost"
            size="sm"
            icon={<MessageSquareText aria-hidden className={wordIcon} />}
            isLoading={isTaking}
            onClick={() => void discuss(asset.id)}
          >
            {t('Discuss')}
          </Button>
          {props.scan && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Images aria-hidden className={wordIcon} />}
              aria-expanded={props.scan.isOpen}
              onClick={props.scan.onToggle}
            >
              {t('Photos')}
            </Button>
          )}
          {depth && (
            <Button
              variant="ghost"
              size="sm"
              icon={<MoveHorizontal aria-hidden className={wordIcon} />}
              aria-expanded={depth.isOpen}
              onClick={() => depth.onOpenChange(!depth.isOpen)}
            >
              {t('Change depth')}
            </Button>
          )}
          {onOtherSeed && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Dices aria-hidden className={wordIcon} />}
              isLoading={isStarting}
              onClick={onOtherSeed}
            >
              {t('Make a variation')}
            </Button>
          )}
          {isOwn === true && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Share2 aria-hidden className={wordIcon} />}
              onClick={() => askToShare(asset)}
            >
              {t('Share')}
            </Button>
          )}
          <Menu
            side="top"
            trigger={moreTrigger}
            items={[
              {
                label: t('Ask about a spot'),
                icon: <Crosshair aria-hidden />,
                onSelect: () => spot.setIsPicking(true),
              },
              ...(onSameSettings && pickOther
                ? [
                    'separator' as const,
                    {
                      label: t('Same settings'),
                      icon: <SlidersHorizontal aria-hidden />,
                      onSelect: onSameSettings,
                    },
                    {
                      label: t('Another engine'),
                      icon: <Shapes aria-hidden />,
                      onSelect: pickOther,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </div>
    </div>
  )
}

/** On a narrow stage, there is only room for the words. */
const wordIcon = '@max-lg:hidden'

const moreTrigger: OverlayTrigger = (props) => (
  <IconButton {...props} size="sm" label={t('More actions')} icon={<Ellipsis aria-hidden />} />
)

function openModelPicker(): void {
  // Wait for the next frame, because the form must first receive the settings.
  requestAnimationFrame(() => {
    const list = document.querySelector<HTMLElement>('[data-place="engine"] button')
    list?.focus()
    list?.click()
  })
}

const taskRequests = ['settings', 'seed', 'model'] as const
type TaskRequest = (typeof taskRequests)[number]

/**
 * Starts the action in the page's address once the model is loaded. Removes the action from the
 * address, because a reload must not start another task.
 */
function useTaskRequest(asset: Asset, handle: (request: TaskRequest) => void): void {
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
