import Columns2 from 'lucide-react/icons/columns-2'
import Maximize2 from 'lucide-react/icons/maximize-2'
import SplitSquareHorizontal from 'lucide-react/icons/square-split-horizontal'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatBytes, joinWith } from '#lib/format.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { describeFailure } from '#model-files/errors.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { defaultLook, type Look } from '#viewer/look/look.ts'
import { modes } from '#viewer/look/modes.ts'
import { Viewer, type ViewerHandle } from '#viewer/viewer.tsx'
import { t } from '#languages/viewer.ts'
import { CompareStage } from './compare-stage.tsx'
import { type Layout, paneAt, type Panes, panesFor } from './panes.ts'
import { WipeHandle } from './wipe-handle.tsx'

export type CompareModelsProps = {
  models: readonly { url: string; name: string }[]
  active?: boolean
}

type Known = LoadedModel | { failure: string }

export function CompareModels({ models, active = true }: CompareModelsProps) {
  const shown = models.slice(0, 4)
  const [main, ...others] = shown
  const box = useRef<HTMLDivElement>(null)
  const viewer = useRef<ViewerHandle>(null)
  const [size, setSize] = useState({ width: 2, height: 1 })
  const [wanted, setWanted] = useState<Layout>('side')
  const [place, setPlace] = useState(0.5)
  const [hasSameSize, setHasSameSize] = useState(true)
  const [mode, setMode] = useState<Look['mode']>('shaded')
  const [known, setKnown] = useState<Readonly<Record<string, Known>>>({})
  const layout: Layout = shown.length === 2 ? wanted : 'side'
  const urls = others.map(({ url }) => url).join('\n')
  const otherUrls = useMemo(() => urls.split('\n').filter(Boolean), [urls])
  const panes = useMemo(
    () => panesFor(shown.length, size.width, size.height),
    [shown.length, size.width, size.height],
  )

  // Before the first paint, so that the captions do not move.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setSize({ width, height })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const learn = (url: string, fact: Known) => setKnown((now) => ({ ...now, [url]: fact }))
  const look: Look = { ...defaultLook, mode, hasShadow: false }

  return (
    <div className="absolute inset-0 flex flex-col">
      <div
        role="toolbar"
        aria-label={t('View')}
        className="z-10 flex flex-wrap items-start gap-2 max-lg:p-3 max-lg:pb-0 lg:pointer-events-none lg:absolute lg:inset-x-3 lg:top-3 [&>*]:pointer-events-auto"
      >
        <div className="flex gap-0.5 rounded-lg border border-line bg-surface-overlay/90 p-0.5 shadow-raised">
          <IconButton
            label={t('Fit the models to the view')}
            keys="F"
            icon={<Maximize2 aria-hidden />}
            onClick={() => viewer.current?.frame()}
          />
          <Select
            variant="ghost"
            aria-label={t('Show')}
            value={mode}
            options={modes}
            onValueChange={setMode}
          />
        </div>
        {shown.length === 2 && (
          <SegmentedControl<Layout>
            label={t('Layout')}
            className="w-52 md:w-64"
            value={wanted}
            options={[
              {
                value: 'side',
                label: t('Side by side'),
                icon: <Columns2 aria-hidden className="max-md:hidden" />,
              },
              {
                value: 'wipe',
                label: t('Wipe'),
                icon: <SplitSquareHorizontal aria-hidden className="max-md:hidden" />,
              },
            ]}
            onValueChange={setWanted}
          />
        )}
        <div className="ms-auto rounded-lg border border-line bg-surface-overlay/90 px-3 shadow-raised">
          <Switch label={t('Same size')} checked={hasSameSize} onCheckedChange={setHasSameSize} />
        </div>
      </div>
      <div ref={box} className="relative min-h-0 flex-1">
        <Viewer
          ref={viewer}
          model={
            main && {
              url: main.url,
              title: joinWith(
                'and',
                shown.map(({ name }) => name),
              ),
            }
          }
          look={look}
          active={active}
          onLoaded={(facts) => main && learn(main.url, facts)}
          onStage={
            <CompareStage
              urls={otherUrls}
              layout={layout}
              place={place}
              panes={panes}
              isMainFirst
              hasSameSize={hasSameSize}
              mode={mode}
              onLoaded={learn}
              onFailed={(url, error) => learn(url, { failure: describeFailure(error) })}
            />
          }
          className="absolute! inset-0"
        />
        {layout === 'wipe' ? (
          <WipeHandle place={place} onPlace={setPlace} />
        ) : (
          <Borders panes={panes} />
        )}
        {shown.map(({ url, name }, at) => (
          <Caption
            key={url}
            name={name}
            known={known[url]}
            at={layout === 'wipe' ? paneAt(at, { columns: 2, rows: 1 }) : paneAt(at, panes)}
          />
        ))}
      </div>
    </div>
  )
}

type CaptionProps = {
  name: string
  known: Known | undefined
  at: { x: number; y: number; width: number }
}

const Caption = ({ name, known, at }: CaptionProps) => (
  <div
    style={{
      left: `${at.x * 100}%`,
      bottom: `${at.y * 100}%`,
      width: `${at.width * 100}%`,
    }}
    className="pointer-events-none absolute p-3 text-center"
  >
    <p dir="auto" className="truncate font-medium">
      {name}
    </p>
    <p className="text-xs text-ink-muted tabular-nums">
      {!known && t('Loading…')}
      {known && 'failure' in known && known.failure}
      {known &&
        'triangles' in known &&
        `${t('{triangles, plural, one {# triangle} other {# triangles}}', { triangles: known.triangles })}, ${formatBytes(known.sizeBytes)}`}
    </p>
  </div>
)

const Borders = ({ panes: { columns, rows } }: { panes: Panes }) => (
  <div aria-hidden className="pointer-events-none absolute inset-0">
    {Array.from({ length: columns - 1 }, (_, at) => (
      <div
        key={`column ${at}`}
        style={{ left: `${((at + 1) / columns) * 100}%` }}
        className="absolute inset-y-0 w-px bg-line"
      />
    ))}
    {Array.from({ length: rows - 1 }, (_, at) => (
      <div
        key={`row ${at}`}
        style={{ top: `${((at + 1) / rows) * 100}%` }}
        className="absolute inset-x-0 h-px bg-line"
      />
    ))}
  </div>
)
