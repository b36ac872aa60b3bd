import Camera from 'lucide-react/icons/camera'
import Check from 'lucide-react/icons/check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useCallback, useState } from 'react'
import { useSearch } from 'wouter'
import { uploadPicture } from '#api/files.ts'
import { explainError } from '#lib/explain.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { t } from '#languages/studio.ts'
import { GuideOverlay } from './guide-overlay.tsx'
import { guideFor } from './outline.ts'
import { readCapture } from '../scan-capture/capture-session.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { phoneFileName, readSession, type PhoneSession } from './session.ts'
import { PhotoInput } from './photo-input.tsx'

const loadMat = async () => (await import('../scan-capture/tablet-mat.tsx')).TabletMat
const loadCapture = async () => (await import('../scan-capture/capture-page.tsx')).CapturePage

/**
 * Renders the page on which a phone photographs the requested sides (`/phone?code=…&side=Back`) or
 * takes the photos of a scan (`/phone?scan=1`).
 */
export function PhonePage() {
  const search = useSearch()
  const capture = readCapture(search)
  if (capture) return <Loaded load={loadCapture} props={{ session: capture }} />
  if (new URLSearchParams(search).get('mat') === '1') return <Loaded load={loadMat} props={{}} />
  const session = readSession(search)
  if (!session) {
    return (
      <div className="grid h-full place-items-center">
        <EmptyState
          icon={<Camera />}
          title={t('Nothing to photograph')}
          action={
            <LinkButton href="/" variant="primary">
              {t('Open the studio')}
            </LinkButton>
          }
        >
          {t('Scan the code that the studio shows again.')}
        </EmptyState>
      </div>
    )
  }
  return <Photographing key={session.code} session={session} />
}

function Photographing({ session: { code, sides, frontId } }: { session: PhoneSession }) {
  const [side, setSide] = useState('0')
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [photo, setPhoto] = useState<Blob>()
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const name = sides[Number(side)] ?? ''

  const send = async () => {
    if (!photo) return
    setIsSending(true)
    setProblem(undefined)
    try {
      await uploadPicture(photo, { name: phoneFileName(code, Number(side)) })
      const next = new Set(done).add(side)
      setDone(next)
      setPhoto(undefined)
      const open = sides.findIndex((_, at) => !next.has(String(at)))
      if (open >= 0) setSide(String(open))
    } catch (error) {
      setProblem(explainError(error))
    } finally {
      setIsSending(false)
    }
  }

  return (
    <div className="mx-auto flex h-full max-w-xl flex-col gap-3 overflow-y-auto p-4">
      <h1 className="text-lg font-medium">{t('Photograph the other sides')}</h1>
      <SegmentedControl
        label={t('Side')}
        value={side}
        options={sides.map((label, at) => ({
          value: String(at),
          label,
          ...(done.has(String(at)) && { icon: <Check aria-label={t('Sent')} /> }),
        }))}
        onValueChange={(next) => {
          setSide(next)
          setPhoto(undefined)
        }}
      />
      <p className="text-pretty text-ink-muted">
        {guideFor(name) === 'mirrored'
          ? t('Turn the object around without moving the camera, and fit it into the outline.')
          : t('Turn the object without moving the camera, so that it reaches from line to line.')}
      </p>
      <div className="relative min-h-64 flex-1 overflow-hidden rounded-lg border border-line bg-surface-sunken">
        {photo ? <Taken photo={photo} name={name} /> : <PhotoInput onPhoto={setPhoto} />}
        {frontId !== undefined && <GuideOverlay pictureId={frontId} guide={guideFor(name)} />}
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {photo && (
        <div className="flex gap-2">
          <Button icon={<RotateCcw aria-hidden />} onClick={() => setPhoto(undefined)}>
            {t('Retake')}
          </Button>
          <Button
            variant="primary"
            className="flex-1"
            isLoading={isSending}
            onClick={() => void send()}
          >
            {t('Use photo')}
          </Button>
        </div>
      )}
      <p aria-live="polite" className="text-ink-muted">
        {done.size === sides.length && t('All sides are in the studio. You can close this page.')}
      </p>
    </div>
  )
}

function Taken({ photo, name }: { photo: Blob; name: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(photo)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [photo],
  )
  return (
    <img
      ref={show}
      alt={t('{name}, just taken', { name })}
      className="absolute inset-0 size-full object-contain"
    />
  )
}
