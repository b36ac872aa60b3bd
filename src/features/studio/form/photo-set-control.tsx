import { toMidSentence } from '#lib/format.ts'
import Download from 'lucide-react/icons/download'
import FolderOpen from 'lucide-react/icons/folder-open'
import Images from 'lucide-react/icons/images'
import Printer from 'lucide-react/icons/printer'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isAbort } from '#api/http/errors.ts'
import type { PictureFile } from '#contract/files.ts'
import { explainError } from '#lib/explain.ts'
import type { Field } from '#lib/params/read-fields.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/studio.ts'
import { checkPictureFile, offeredTypes, toPicture, toPictureParam } from '../state/picture.ts'
import { getPictureUrl, isFilled } from '../state/views-value.ts'
import { pathOfCapture } from '../scan-capture/capture-session.ts'
import { scanPhotosMin } from '../scan-capture/scan-photos-min.ts'
import { readFiles } from '../scan-capture/read-files.ts'
import { sendPhoto } from '../picture/send-photo.ts'

type PhotoSetControlProps = {
  field: Field
  value: unknown
  onChange: (value: unknown) => void
}

const lanes = 2
const shownMax = 12

/** Renders a field for dozens of photos from a folder, several files, a video or a phone. */
export function PhotoSetControl({ field, value, onChange }: PhotoSetControlProps) {
  const held = Array.isArray(value) ? value.filter(isFilled) : []
  const { state, send, add, stop } = usePhotoUploads({ field, held, onChange })
  const room = (field.countMax ?? 0) - held.length
  const isBusy = state.step !== undefined
  const isScan = field.downloads !== undefined
  return (
    <div className="grid gap-2">
      <DropZone
        label={t('Choose {title}', { title: toMidSentence(field.title) })}
        accept={isScan ? `${offeredTypes(field.picture)},video/*` : offeredTypes(field.picture)}
        isMultiple
        disabled={isBusy || room <= 0}
        onFiles={send}
        className="grid place-items-center gap-1 p-4 text-center text-sm text-ink-faint"
      >
        <Images aria-hidden className="size-5" />
        <span>
          {held.length === 0
            ? t('Drop photos{isScan, select, true { or a video} other {}} here, or choose them', {
                isScan,
              })
            : t('{heldCount} photos. Drop or choose more', { heldCount: held.length })}
        </span>
      </DropZone>
      {state.step !== undefined && (
        <div className="flex items-end gap-2">
          <Progress label={state.step.label} value={state.step.done} className="flex-1" />
          <Button size="sm" variant="ghost" onClick={stop}>
            {t('Stop')}
          </Button>
        </div>
      )}
      <Thumbnails urls={[...held.flatMap((one) => getPictureUrl(one) ?? []), ...state.previews]} />
      <div className="flex flex-wrap gap-1">
        {isScan && <CaptureButton disabled={isBusy || room <= 0} onPictures={add} />}
        <FolderButton disabled={isBusy || room <= 0} onFiles={send} />
        {field.downloads && <MatMenu mats={field.downloads} />}
        {held.length > 0 && !isBusy && (
          <Button size="sm" variant="ghost" onClick={() => onChange(undefined)}>
            {t('Remove all')}
          </Button>
        )}
      </div>
      {state.problems.length > 0 && (
        <ul role="alert" className="grid gap-1 text-xs text-pretty text-warning">
          {state.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const MatMenu = ({ mats }: { mats: NonNullable<Field['downloads']> }) => (
  <Menu
    align="start"
    trigger={(props) => (
      <Button {...props} size="sm" variant="ghost" icon={<Printer aria-hidden />}>
        {t('Mat to print')}
      </Button>
    )}
    items={mats.map(({ title, href }) =>
      href.endsWith('.pdf')
        ? { label: title, href, icon: <Download />, download: true }
        : { label: title, href, icon: <Tablet /> },
    )}
  />
)

const loadPhone = async () =>
  (await import('../scan-capture/scan-phone-dialog.tsx')).ScanPhoneDialog

type CaptureButtonProps = {
  disabled: boolean
  onPictures: (pictures: readonly PictureFile[]) => void
}

/**
 * Renders a button that opens the camera on a phone. On other devices, the button opens a dialog
 * with a QR code.
 */
function CaptureButton({ disabled, onPictures }: CaptureButtonProps) {
  const [, navigate] = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const isPhone = matchMedia('(pointer: coarse)').matches
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        disabled={disabled}
        icon={<Smartphone aria-hidden />}
        onClick={() => (isPhone ? navigate(pathOfCapture({})) : setIsOpen(true))}
      >
        {isPhone ? t('Use the camera') : t('Use a phone')}
      </Button>
      {isOpen && (
        <Loaded load={loadPhone} props={{ onPictures, onClose: () => setIsOpen(false) }} />
      )}
    </>
  )
}

function Thumbnails({ urls }: { urls: readonly string[] }) {
  const hidden = urls.length - shownMax
  if (urls.length === 0) return null
  return (
    <div className="grid grid-cols-6 gap-1">
      {urls.slice(0, shownMax).map((url) => (
        <img
          key={url}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className="aspect-square w-full rounded-md bg-surface-sunken object-cover"
        />
      ))}
      {hidden > 0 && (
        <span className="col-span-6 text-xs text-ink-faint">
          {t('and {hidden} more photos', { hidden })}
        </span>
      )}
    </div>
  )
}

function FolderButton({
  disabled,
  onFiles,
}: {
  disabled: boolean
  onFiles: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // React has no prop for the attribute `webkitdirectory`.
    input.current?.setAttribute('webkitdirectory', '')
  }, [])
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        aria-label={t('Choose a folder of photos')}
        disabled={disabled}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          onFiles(files.filter(({ type }) => /^(?:image|video)\//.test(type)))
        }}
      />
      <Button
        size="sm"
        variant="ghost"
        disabled={disabled}
        icon={<FolderOpen aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('Choose a folder')}
      </Button>
    </>
  )
}

type Uploads = {
  step: { label: string; done: number } | undefined
  problems: readonly string[]
  /** Object URLs of the selected files that are not yet in the field's value. */
  previews: readonly string[]
}
const idle: Uploads = { step: undefined, problems: [], previews: [] }

function usePhotoUploads({
  field,
  held,
  onChange,
}: {
  field: Field
  held: readonly unknown[]
  onChange: (value: unknown) => void
}) {
  const [state, setState] = useState(idle)
  const running = useRef<AbortController>(undefined)
  const latest = useLatest({ getHeld: () => held, onChange })
  useEffect(() => () => running.current?.abort(), [])

  const report = (label: string) => (done: number) =>
    setState((last) => ({ ...last, step: { label, done } }))
  const complain = (problems: readonly string[]) =>
    setState((last) => ({ ...last, problems: [...last.problems, ...problems] }))
  const put = (values: readonly unknown[]) => {
    const photos = [...latest.getHeld(), ...values]
    latest.onChange(photos.length > 0 ? photos : undefined)
  }

  const upload = async (files: readonly File[], signal: AbortSignal) => {
    const taken: unknown[] = files.map(() => undefined)
    const next = files.entries()
    let sent = 0
    const work = async () => {
      for (const [at, file] of next) {
        try {
          const problem = checkPictureFile(file, { value: 'token' })
          if (problem !== undefined) throw new Error(problem)
          const stored = await sendPhoto(file, nameWithFolder(file), signal)
          taken[at] = toPictureParam(toPicture(stored), field.picture)
        } catch (error) {
          if (isAbort(error) || signal.aborted) return
          complain([`${file.name}: ${explainError(error)}`])
        }
        report(
          t('Uploading {value} of {filesCount} photos', {
            value: ++sent,
            filesCount: files.length,
          }),
        )(sent / files.length)
      }
    }
    await Promise.all(Array.from({ length: lanes }, work))
    put(taken.filter(isFilled))
  }

  const run = async (chosen: readonly File[], room: number, signal: AbortSignal) => {
    try {
      const { files, sentences } = await readChosen(chosen, {
        countMin: field.downloads ? scanPhotosMin : 0,
        onProgress: report(t('Looking for the mat in the photos')),
        signal,
      })
      complain(sentences)
      if (files.length > room) {
        complain([
          t('Only the first {room} photos are used; {countMax} is the most.', {
            room,
            countMax: field.countMax,
          }),
        ])
      }
      await upload(files.slice(0, room), signal)
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) complain([explainError(error)])
    }
    if (signal.aborted) return
    setState((last) => ({ ...idle, problems: last.problems }))
    running.current?.abort()
  }
  return {
    state,
    add: (pictures: readonly PictureFile[]) =>
      put(pictures.map((file) => toPictureParam(toPicture(file), field.picture))),
    send: (chosen: File[]) => {
      const room = (field.countMax ?? chosen.length) - held.length
      const files = chosen.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const photos = files.filter(({ type }) => type.startsWith('image/'))
      const previews = photos.map((file) => URL.createObjectURL(file))
      // Each object URL keeps its file in memory, so revoke the URLs when the upload ends.
      controller.signal.addEventListener('abort', () =>
        previews.forEach((url) => URL.revokeObjectURL(url)),
      )
      setState({ step: { label: t('Reading the photos'), done: 0 }, problems: [], previews })
      void run(files, room, controller.signal)
    },
    stop: () => {
      running.current?.abort()
      setState(idle)
    },
  }
}

/** Looks for the printed mat in each photo of a scan. Returns other photos unchanged. */
async function readChosen(
  chosen: readonly File[],
  reading: Parameters<typeof readFiles>[1],
): Promise<{ files: readonly File[]; sentences: readonly string[] }> {
  return reading.countMin > 0 ? readFiles(chosen, reading) : { files: chosen, sentences: [] }
}

/**
 * Returns the name of the file's folder followed by the file's name, which becomes the name of the
 * model.
 */
function nameWithFolder({ name, webkitRelativePath }: File): string {
  const folder = webkitRelativePath.split('/').at(-2)
  return folder === undefined ? name : `${folder} ${name}`
}
