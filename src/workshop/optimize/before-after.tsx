import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import type { DisplayMode } from '#viewer/look/modes/display-modes.ts'
import { t } from '#languages/viewer.ts'
import { CompareStage } from '../compare/compare-stage.tsx'
import type { PanelProps } from '../state/editor-state.ts'

type View = 'after' | 'wipe' | 'side'

const twoPanes = { columns: 2, rows: 1 }

type Shown = { view: View; place: number; mode: DisplayMode }

export function BeforeAfter({ editor, url }: PanelProps & { url: string }) {
  const { putOnStage, look } = editor
  const { mode } = look
  // A store passes updates from the panel to the comparison, which stays mounted in the viewer.
  const [shown] = useState(() => createStore<Shown>(() => ({ view: 'wipe', place: 0.5, mode })))
  const { view, place } = useStore(shown)
  useEffect(() => shown.setState({ mode }), [shown, mode])
  useEffect(() => putOnStage(<Before url={url} shown={shown} />), [putOnStage, url, shown])
  return (
    <>
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
      {view === 'wipe' && (
        <FormField label={t('Before')} aside={<span className="font-medium">{t('After')}</span>}>
          <Slider
            aria-label={t('Divider between before and after')}
            value={place}
            min={0}
            max={1}
            step={0.01}
            aria-valuetext={t('{place}% before', { place: Math.round(place * 100) })}
            onValueChange={(next) => shown.setState({ place: next })}
          />
        </FormField>
      )}
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
