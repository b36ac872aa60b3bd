import Film from 'lucide-react/icons/film'
import Images from 'lucide-react/icons/images'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/studio.ts'
import { scanPhotosMin } from './scan-photos-min.ts'
import { readFiles } from './read-files.ts'
import type { UploadQueue } from './use-upload-queue.ts'

type SendFilesProps = {
  reason: string
  queue: UploadQueue
  onDone: () => void
}

/**
 * Renders the capture for a phone without a live camera. The user selects existing photos or a
 * video.
 */
export function SendFiles({ reason, queue, onDone }: SendFilesProps) {
  const photos = useRef<HTMLInputElement>(null)
  const video = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState<number>()
  const [sentences, setSentences] = useState<readonly string[]>([])
  const closing = useRef(new AbortController())
  // Reading a video takes minutes, so stop when the page closes.
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])

  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    if (files.length === 0) return
    setDone(0)
    setSentences([])
    try {
      const { signal } = closing.current
      const read = await readFiles(files, { countMin: scanPhotosMin, onProgress: setDone, signal })
      for (const file of read.files) queue.add(file)
      setSentences(read.sentences)
    } catch (error) {
      if (!isAbort(error)) setSentences([explainError(error)])
    } finally {
      setDone(undefined)
    }
  }
  const isReading = done !== undefined
  return (
    <div className="mx-auto flex h-full max-w-xl flex-col gap-4 overflow-y-auto p-4 md:pt-9">
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold">{t('Scan with photos or a video')}</h1>
        <p className="text-pretty text-ink-muted">{reason}</p>
      </div>
      <ol className="grid list-decimal gap-1 ps-5 text-pretty">
        <li>{t('Put the object on the pattern in the middle of the printed mat.')}</li>
        <li>{t('Take a video of about a minute, or about 36 photos, with the phone’s camera.')}</li>
        <li>{t('First walk round almost at table height, then higher, then look down on it.')}</li>
      </ol>
      <input
        ref={photos}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('Photos')}
        onChange={(event) => void take(event)}
      />
      <input
        ref={video}
        type="file"
        accept="video/*"
        hidden
        aria-label={t('Video')}
        onChange={(event) => void take(event)}
      />
      <div className="grid gap-2">
        <Button
          size="lg"
          icon={<Film aria-hidden />}
          disabled={isReading}
          onClick={() => video.current?.click()}
        >
          {t('Choose a video')}
        </Button>
        <Button
          size="lg"
          icon={<Images aria-hidden />}
          disabled={isReading}
          onClick={() => photos.current?.click()}
        >
          {t('Choose photos')}
        </Button>
      </div>
      {isReading && <Progress label={t('Looking for sharp pictures of the mat')} value={done} />}
      <ul aria-live="polite" className="grid gap-1 text-sm text-pretty text-warning">
        {[...sentences, ...(queue.problem === undefined ? [] : [queue.problem])].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {queue.stored.length + queue.waiting > 0 && (
        <div className="mt-auto grid gap-2">
          <p className="text-center text-sm text-ink-muted tabular-nums">
            {t('{storedCount} photos are sent', { storedCount: queue.stored.length })}
            {queue.waiting > 0 && t(', {waiting} are waiting', { waiting: queue.waiting })}
          </p>
          <Button variant="primary" disabled={queue.stored.length === 0} onClick={onDone}>
            {t('Done')}
          </Button>
        </div>
      )}
    </div>
  )
}
