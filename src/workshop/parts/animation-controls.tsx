import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useStore } from 'zustand'
import { formatFixed, formatPercent } from '#lib/format.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { t } from '#languages/viewer.ts'
import type { PartsStore } from '../state/parts-store.ts'

export function Clips({ store }: { store: PartsStore }) {
  const { clips, clip, isPlaying, seconds, speed } = useStore(store)
  if (clips.length === 0) return null
  const length = clips[clip ?? 0]?.seconds ?? 0
  return (
    <PanelSection title={t('Animation')}>
      <div className="flex gap-2">
        <IconButton
          label={isPlaying ? t('Pause') : t('Play')}
          variant="secondary"
          icon={isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          onClick={() => store.setState({ clip: clip ?? 0, isPlaying: !isPlaying })}
        />
        <Select
          aria-label={t('Clip')}
          className="min-w-0 flex-1"
          value={clip === undefined ? 'none' : String(clip)}
          options={[
            { value: 'none', label: t('None') },
            ...clips.map(({ name }, at) => ({ value: String(at), label: name })),
          ]}
          onValueChange={(value) =>
            store.setState(
              value === 'none'
                ? { clip: undefined, isPlaying: false, seconds: 0 }
                : { clip: Number(value), isPlaying: true, seconds: 0 },
            )
          }
        />
      </div>
      <FormField
        label={t('Time')}
        aside={
          <span className="text-ink-muted tabular-nums">
            {t('{seconds} of {length} s', {
              seconds: formatFixed(seconds, 1),
              length: formatFixed(length, 1),
            })}
          </span>
        }
      >
        <Slider
          aria-label={t('Time')}
          value={Math.min(seconds, length)}
          min={0}
          max={Math.max(length, 0.01)}
          step={0.01}
          disabled={clip === undefined}
          aria-valuetext={t('{seconds} seconds', { seconds: formatFixed(seconds, 1) })}
          onValueChange={(value) => store.setState({ seconds: value, isPlaying: false })}
        />
      </FormField>
      <FormField
        label={t('Speed')}
        aside={<span className="text-ink-muted tabular-nums">{speed} ×</span>}
      >
        <Slider
          aria-label={t('Speed')}
          value={speed}
          min={0.1}
          max={3}
          step={0.1}
          aria-valuetext={t('{speed} times', { speed })}
          onValueChange={(value) => store.setState({ speed: value })}
        />
      </FormField>
    </PanelSection>
  )
}

export function Morphs({ store }: { store: PartsStore }) {
  const morphs = useStore(store, (state) => state.morphs)
  if (morphs.length === 0) return null
  return (
    <PanelSection title={t('Morph targets')} isOpen={morphs.length < 12}>
      {morphs.map(({ name, amount }) => (
        <FormField key={name} label={name}>
          <Slider
            aria-label={name}
            value={amount}
            min={0}
            max={1}
            step={0.01}
            aria-valuetext={formatPercent(amount)}
            onValueChange={(value) =>
              store.setState({
                morphs: morphs.map((one) => (one.name === name ? { name, amount: value } : one)),
              })
            }
          />
        </FormField>
      ))}
    </PanelSection>
  )
}
