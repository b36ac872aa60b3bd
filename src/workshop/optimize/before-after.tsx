import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import type { DisplayMode } from '#viewer/look/modes/display-modes.ts'
import { t } from '#languages/viewer.ts'
import { CompareStage } from '../compare/compare-stage.tsx'
import { WipeHandle } from '../compare/wipe-handle.tsx'
import type { PanelProps } from '../state/editor-state.ts'

type View = 'after' | 'wipe' | 'side'

const twoPanes = { columns: 2, rows: 1 }

type Shown = { view: View; place: number; mode: DisplayMode }

export function BeforeAfter({ editor, url }: PanelProps & { url: string }) {
  const { putOnStage, putOverStage, look } = editor
  const { mode } = look
  // A store passes updates from the panel to the comparison, which stays mounted in the viewer.
  const [shown] = useState(() => createStore<Shown>(() => ({ view: 'wipe', place: 0.5, mode })))
  const { view } = useStore(shown)
  useEffect(() => shown.setState({ mode }), [shown, mode])
  useEffect(() => putOnStage(<Before url={url} shown={shown} />), [putOnStage, url, shown])
  useEffect(
    () => (view === 'wipe' ? putOverStage(<Divider shown={shown} />) : undefined),
    [putOverStage, view, shown],
  )
  return (
    <SegmentedControl<View>
      label={t('Compare')}
      value={view}
      options={[
        { value: 'wipe', label: t('Wipe') },
        { value: 'side', label: t('Side by side') },
        { value: 'after', label: t('After') },
      ]}
      onValueChange={(next) => shown.setState({ view: next })}
    />
  )
}

function Divider({ shown }: { shown: StoreApi<Shown> }) {
  const { place } = useStore(shown)
  return (
    <>
      <WipeHandle
        place={place}
        onPlace={(next) => shown.setState({ place: next })}
        label={t('Divider between before and after')}
      />
      <div
        aria-hidden
        dir="ltr"
        style={{ left: `${place * 100}%` }}
        className="on-stage pointer-events-none absolute top-1/2 mt-5 grid w-40 -translate-x-1/2 grid-cols-2 gap-4 text-xs font-medium"
      >
        <span className="text-end">{t('Before')}</span>
        <span>{t('After')}</span>
      </div>
    </>
  )
}

function Before({ url, shown }: { url: string; shown: StoreApi<Shown> }) {
  const { view, place, mode } = useStore(shown)
  const urls = useMemo(() => [url], [url])
  if (view === 'after') return null
  return (
    <CompareStage
      urls={urls}
      layout={view}
      place={place}
      panes={twoPanes}
      isMainFirst={false}
      hasSameSize={false}
      mode={mode}
    />
  )
}
