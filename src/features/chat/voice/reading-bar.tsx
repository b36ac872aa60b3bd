import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Volume2 from 'lucide-react/icons/volume-2'
import X from 'lucide-react/icons/x'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { voiceSetting } from '#lib/browser/voice-settings.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Select } from '#ui/fields/select.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/app.ts'
import { readAnswer, type ReadText } from './read-answer.ts'
import { stopReading, useReading } from './reading-store.ts'

const speeds = ['0.75', '1', '1.25', '1.5', '2'].map((value) => ({ value, label: `${value}×` }))

/** Reads the chosen answer aloud and renders the controls. */
export function ReadingBar() {
  const reading = useReading((state) => state.reading)
  return reading && <Reading key={reading.id} readText={reading.readText} />
}

function Reading({ readText }: { readText: ReadText }) {
  const client = useQueryClient()
  const [isPaused, setIsPaused] = useState(false)
  const [hasSound, setHasSound] = useState(false)
  const reader = useRef<ReturnType<typeof readAnswer>>(undefined)

  useEffect(() => {
    const own = readAnswer(client, readText, {
      onSound: () => setHasSound(true),
      onEnd: (error) => {
        stopReading()
        if (error !== undefined) reportFailure(t('Could not read the answer aloud.'))(error)
      },
    })
    reader.current = own
    return own.stop
  }, [client, readText])

  const turn = () => {
    if (isPaused) reader.current?.resume()
    else reader.current?.pause()
    setIsPaused(!isPaused)
  }
  return (
    <div className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-sm">
      <Volume2 aria-hidden className="size-4 text-accent" />
      <output className="min-w-0 flex-1 truncate text-ink-muted">
        {isPaused ? t('Paused') : hasSound ? t('Reading aloud') : t('Preparing the voice …')}
      </output>
      <SpeedSelect />
      <IconButton
        size="sm"
        label={isPaused ? t('Go on') : t('Pause')}
        icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        onClick={turn}
      />
      <IconButton
        size="sm"
        label={t('Stop reading')}
        icon={<X aria-hidden />}
        onClick={stopReading}
      />
    </div>
  )
}

function SpeedSelect() {
  const [settings, setSettings] = useBrowserSetting(voiceSetting)
  return (
    <Select
      variant="ghost"
      aria-label={t('Speed')}
      className="w-auto"
      value={String(settings.speed)}
      options={speeds}
      onValueChange={(speed) => setSettings({ ...settings, speed: Number(speed) })}
    />
  )
}
