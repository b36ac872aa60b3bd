import Clapperboard from 'lucide-react/icons/clapperboard'
import { useEffect, useRef, useState } from 'react'
import { fileName } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { saveFile } from '#ui/save-file.ts'
import { canRecordVideo, type TurntableFormat } from '#viewer/capture/record-turntable.ts'
import { WorkProgress } from '../work/work-status.tsx'

const formats = [
  { value: 'video', label: t('Video') },
  { value: 'webp', label: t('Animated WebP') },
] as const

const lengths = ['4', '8', '16'] as const

export function VideoSection({
  editor: { viewer, model },
  background,
}: PanelProps & { background: string | undefined }) {
  const [seconds, setSeconds] = useState<(typeof lengths)[number]>('8')
  const [fraction, setFraction] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const [format, setFormat] = useState<TurntableFormat>(canRecordVideo() ? 'video' : 'webp')

  const film = async () => {
    const abort = (running.current = new AbortController())
    setFraction(0)
    try {
      const wish = {
        format,
        seconds: Number(seconds),
        background,
        signal: abort.signal,
        onProgress: setFraction,
      }
      const made = await viewer.current?.film(wish)
      // MIME types such as `video/mp4`, `video/webm` or `image/webp` can have parameters.
      const ending = made && /\/(\w+)/.exec(made.type)?.[1]
      if (made && ending !== undefined) saveFile(made, fileName(model.title, ending))
    } catch {
      if (!abort.signal.aborted) {
        showToast({
          kind: 'error',
          title: t('Recording failed'),
          detail: t('This browser could not encode this format. Choose the other one.'),
        })
      }
    } finally {
      setFraction(undefined)
    }
  }

  return (
    <>
      <hr className="border-line" />
      <FormField
        label={t('Turntable')}
        hint={
          format === 'video'
            ? t('MP4, or WebM where the browser cannot write MP4.')
            : t('A moving picture for mails and shops. It can be transparent.')
        }
      >
        <SegmentedControl
          value={format}
          options={canRecordVideo() ? formats : formats.slice(1)}
          onValueChange={setFormat}
        />
      </FormField>
      <FormField label={t('Length')}>
        <SegmentedControl
          value={seconds}
          options={lengths.map((value) => ({ value, label: `${value} s` }))}
          onValueChange={setSeconds}
        />
      </FormField>
      {fraction === undefined ? (
        <Button icon={<Clapperboard aria-hidden />} onClick={() => void film()}>
          {t('Record turntable')}
        </Button>
      ) : (
        <WorkProgress
          label={t('Recording')}
          fraction={fraction}
          onStop={() => running.current?.abort()}
        />
      )}
    </>
  )
}
