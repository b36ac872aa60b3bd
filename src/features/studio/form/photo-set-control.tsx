import Download from 'lucide-react/icons/download'
import FolderOpen from 'lucide-react/icons/folder-open'
import Images from 'lucide-react/icons/images'
import { useEffect, useRef, useState } from 'react'
import { isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import type { Field } from '#lib/params/read-fields.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import { Button } from '#ui/actions/button.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { checkPictureFile, offeredTypes, toPicture, toPictureParam } from '../state/picture.ts'
import { getPictureUrl, isFilled } from '../state/views-value.ts'
import { sendPhoto } from '../picture/send-photo.ts'

type PhotoSetControlProps = {
  field: Field
  value: unknown
  onChange: (value: unknown) => void
}

const lanes = 2
const shownMax = 12

export function PhotoSetControl({ field, value, onChange }: PhotoSetControlProps) {
  const held = Array.isArray(value) ? value.filter(isFilled) : []
  const { state, send, stop } = usePhotoUploads({ field, held, onChange })
  const room = (field.countMax ?? 0) - held.length
  const isSending = state.waiting > 0
  return (
    <div className="grid gap-2">
      <DropZone
        label={`Choose ${field.title.toLowerCase()}`}
        accept={offeredTypes(field.picture)}
        isMultiple
        disabled={isSending || room <= 0}
        onFiles={send}
        className="grid place-items-center gap-1 p-4 text-center text-sm text-ink-faint"
      >
        <Images aria-hidden className="size-5" />
        <span>
          {held.length === 0
            ? 'Drop photos here, or choose several'
            : `${held.length} photos. Drop or choose more`}
        </span>
      </DropZone>
      {isSending && (
        <div className="flex items-end gap-2">
          <Progress
            label="Uploading photos"
            value={state.sent / Math.max(1, state.sent + state.waiting)}
            detail={`${state.sent} of ${state.sent + state.waiting}`}
            className="flex-1"
          />
          <Button size="sm" variant="ghost" onClick={stop}>
            Stop
          </Button>
        </div>
      )}
      {held.length > 0 && <Thumbnails held={held} />}
      <div className="flex flex-wrap gap-1">
        <FolderButton disabled={isSending || room <= 0} onFiles={send} />
        {held.length > 0 && !isSending && (
          <Button size="sm" variant="ghost" onClick={() => onChange(undefined)}>
            Remove all
          </Button>
        )}
      </div>
      {field.downloads?.map(({ title, href }) => (
        <a
          key={href}
          href={href}
          download
          className="flex items-center gap-1 text-xs text-accent hover:underline"
        >
          <Download aria-hidden className="size-3.5" />
          {title}
        </a>
      ))}
      {state.problems.length > 0 && (
        <ul role="alert" className="grid gap-1 text-xs text-danger">
          {state.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Thumbnails({ held }: { held: readonly unknown[] }) {
  const urls = held.flatMap((one) => getPictureUrl(one) ?? [])
  const hidden = urls.length - shownMax
  return (
    <div className="grid grid-cols-6 gap-1">
      {urls.slice(0, shownMax).map((url) => (
        <img
          key={url}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className="aspect-square w-full rounded-md object-cover"
        />
      ))}
      {hidden > 0 && (
        <span className="col-span-6 text-xs text-ink-faint">and {hidden} more photos</span>
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
    // React has no prop for this attribute.
    input.current?.setAttribute('webkitdirectory', '')
  }, [])
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Choose a folder of photos"
        disabled={disabled}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          onFiles(files.filter(({ type }) => type.startsWith('image/')))
        }}
      />
      <Button
        size="sm"
        variant="ghost"
        disabled={disabled}
        icon={<FolderOpen aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Choose a folder
      </Button>
    </>
  )
}

type Uploads = { sent: number; waiting: number; problems: string[] }
const idle: Uploads = { sent: 0, waiting: 0, problems: [] }

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
  const latest = useLatest({ onChange })
  useEffect(() => () => running.current?.abort(), [])

  const upload = async (files: readonly File[], signal: AbortSignal) => {
    const taken: unknown[] = files.map(() => undefined)
    const next = files.entries()
    const work = async () => {
      for (const [at, file] of next) {
        try {
          const problem = checkPictureFile(file, { value: 'token' })
          if (problem !== undefined) throw new Error(problem)
          const stored = await sendPhoto(file, signal)
          taken[at] = toPictureParam(toPicture(stored), field.picture)
        } catch (error) {
          if (isAbort(error) || signal.aborted) return
          const problem = `${file.name}: ${explainError(error)}`
          setState((last) => ({ ...last, problems: [...last.problems, problem] }))
        }
        setState((last) => ({ ...last, sent: last.sent + 1, waiting: last.waiting - 1 }))
      }
    }
    await Promise.all(Array.from({ length: lanes }, work))
    const photos = [...held, ...taken.filter(isFilled)]
    latest.onChange(photos.length > 0 ? photos : undefined)
    if (!signal.aborted) setState((last) => ({ ...idle, problems: last.problems }))
  }
  return {
    state,
    send: (chosen: File[]) => {
      const room = (field.countMax ?? chosen.length) - held.length
      const files = chosen.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
      const problems =
        files.length > room
          ? [`Only the first ${room} photos are used; ${field.countMax} is the most.`]
          : []
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const used = files.slice(0, room)
      setState({ sent: 0, waiting: used.length, problems })
      void upload(used, controller.signal)
    },
    stop: () => {
      running.current?.abort()
      setState(idle)
    },
  }
}
