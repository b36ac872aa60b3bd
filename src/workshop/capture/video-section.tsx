import Clapperboard from 'lucide-react/icons/clapperboard'
import { useEffect, useRef, useState } from 'react'
import { fileName } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { saveFile } from '#ui/save-file.ts'
import { videoMimeType } from '#viewer/capture/record-turntable.ts'
import { WorkProgress } from '../work/work-status.tsx'

const lengths = ['4', '8', '16'] as const

export function VideoSection({
  editor: { viewer, model },
  background,
}: PanelProps & { background: string }) {
  const [seconds, setSeconds] = useState<(typeof lengths)[number]>('8')
  const [fraction, setFraction] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const kind = videoMimeType()

  const film = async () => {
    const abort = (running.current = new AbortController())
    setFraction(0)
    try {
      const wish = {
        seconds: Number(seconds),
        background,
        signal: abort.signal,
        onProgress: setFraction,
      }
      const made = await viewer.current?.film(wish)
      const ending = made?.type.includes('mp4') ? 'mp4' : 'webm'
      if (made) saveFile(made, fileName(model.title, ending))
    } catch {
      // Encoder errors are too technical for the user.
      if (!abort.signal.aborted) {
        showToast({
          kind: 'error',
          title: 'Recording failed',
          detail: 'The browser could not record the video.',
        })
      }
    } finally {
      setFraction(undefined)
    }
  }

  if (kind === undefined) return null
  return (
    <>
      <hr className="border-line" />
      <FormField label="Turntable video">
        <SegmentedControl
          value={seconds}
          options={lengths.map((value) => ({ value, label: `${value} s` }))}
          onValueChange={setSeconds}
        />
      </FormField>
      {fraction === undefined ? (
        <Button icon={<Clapperboard aria-hidden />} onClick={() => void film()}>
          Record video
        </Button>
      ) : (
        <WorkProgress
          label="Recording"
          fraction={fraction}
          onStop={() => running.current?.abort()}
        />
      )}
    </>
  )
}
