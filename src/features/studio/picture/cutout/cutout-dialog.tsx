import { useRef, useState } from 'react'
import { isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { uploadPicture } from '#api/files.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { pictureLimits } from '#contract/files.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/studio.ts'
import { toPicture, type StudioPicture } from '../../state/picture.ts'
import { CutoutEditor, type CutoutDraft } from './cutout-editor.tsx'
import { workingSidePxMax } from './load-cutout.ts'
import { rememberCutout, rememberedCutout } from './remembered.ts'
import { useCutout } from './use-cutout.ts'

export type CutoutDialogProps = {
  picture: StudioPicture & { id: string }
  rules: PictureRules | undefined
  onDone: (picture: StudioPicture) => void
  onClose: () => void
}

export function CutoutDialog({ picture, rules, onDone, onClose }: CutoutDialogProps) {
  const { cutFrom } = picture
  const source = cutFrom?.id === undefined ? picture : { ...cutFrom, id: cutFrom.id }
  const state = useCutout(source)
  const [limits] = useState(() => ({
    sidePxMin: Math.max(pictureLimits.sidePxMin, rules?.sidePxMin ?? 0),
    sidePxMax: Math.min(workingSidePxMax, rules?.sidePxMax ?? Infinity),
  }))
  const [draft, setDraft] = useState<CutoutDraft>()
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)

  const use = async () => {
    if (state.status !== 'ready' || !draft?.crop) return
    const controller = new AbortController()
    running.current = controller
    setIsSending(true)
    setProblem(undefined)
    try {
      const png = await state.cutout.toPng(draft.crop)
      const { signal } = controller
      const stored = await uploadPicture(png, { name: cutoutName(source.name), signal })
      rememberCutout(stored.id, draft.settings)
      onDone({ ...toPicture(stored), name: source.name, cutFrom: source })
    } catch (error) {
      if (!isAbort(error)) setProblem(explainError(error))
    } finally {
      setIsSending(false)
    }
  }
  const close = () => {
    running.current?.abort()
    onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      size="lg"
      title={t('Cut-out')}
      description={t('Faded parts are removed. Only what you see is sent.')}
      footer={
        <>
          {problem !== undefined && (
            <p role="alert" className="me-auto self-center text-xs text-danger">
              {problem}
            </p>
          )}
          <Button
            variant="ghost"
            onClick={() => {
              if (cutFrom) onDone(cutFrom)
              else close()
            }}
          >
            {t('Use original')}
          </Button>
          <Button
            variant="primary"
            isLoading={isSending}
            disabled={draft?.crop === undefined}
            onClick={() => void use()}
          >
            {t('Use cut-out')}
          </Button>
        </>
      }
    >
      {state.status === 'loading' && (
        <div className="grid h-64 place-items-center text-ink-muted">
          <div className="grid justify-items-center gap-3">
            <Spinner label={t('Finding the object')} className="size-5" />
            <p>{t('Finding the object…')}</p>
          </div>
        </div>
      )}
      {state.status === 'failed' && (
        <p role="alert" className="py-12 text-center text-danger">
          {state.message}
        </p>
      )}
      {state.status === 'ready' && (
        <CutoutEditor
          loaded={state}
          pictureUrl={source.url}
          limits={limits}
          start={rememberedCutout(picture.id)}
          onChange={setDraft}
        />
      )}
    </Dialog>
  )
}

const cutoutName = (name: string): string => `${name.replace(/\.\w{1,5}$/, '')} cut out.png`
