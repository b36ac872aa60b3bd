import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { formatFixed } from '#lib/format.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { useReducedMotion } from '#viewer/camera/use-reduced-motion.ts'
import { t } from '#languages/viewer.ts'
import type { PartsStore } from '../state/parts-store.ts'

export function AnimationBar({ store }: { store: PartsStore }) {
  const { clips, clip, isPlaying, seconds } = useStore(store)
  const isCalm = useReducedMotion()
  const length = clips[clip ?? 0]?.seconds ?? 0

  // Starts the first clip of a new model, which has a new list of clips.
  useEffect(() => {
    if (clips.length > 0) store.setState({ clip: 0, isPlaying: !isCalm })
  }, [store, clips, isCalm])

  if (clips.length === 0) return null
  return (
    <section
      aria-label={t('Animation')}
      className="pointer-events-auto absolute bottom-[max(4rem,var(--covered-below,0px)+0.5rem)] left-1/2 z-10 flex w-80 max-w-[calc(100%-1.5rem)] -translate-x-1/2 items-center gap-2 rounded-lg border border-line bg-surface-overlay/90 p-1 pe-3 shadow-raised backdrop-blur-sm"
    >
      <IconButton
        label={isPlaying ? t('Pause') : t('Play')}
        icon={isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        onClick={() => store.setState({ clip: clip ?? 0, isPlaying: !isPlaying })}
      />
      {clips.length > 1 && (
        <Select
          variant="ghost"
          aria-label={t('Clip')}
          className="max-w-32! min-w-0"
          value={String(clip ?? 0)}
          options={clips.map(({ name }, at) => ({ value: String(at), label: name }))}
          onValueChange={(value) =>
            store.setState({ clip: Number(value), isPlaying: true, seconds: 0 })
          }
        />
      )}
      <Slider
        aria-label={t('Animation time')}
        className="min-w-0 flex-1"
        value={Math.min(seconds, length)}
        min={0}
        max={Math.max(length, 0.01)}
        step={0.01}
        aria-valuetext={t('{seconds} of {length} seconds', {
          seconds: formatFixed(seconds, 1),
          length: formatFixed(length, 1),
        })}
        onValueChange={(value) =>
          store.setState({ clip: clip ?? 0, seconds: value, isPlaying: false })
        }
      />
    </section>
  )
}
