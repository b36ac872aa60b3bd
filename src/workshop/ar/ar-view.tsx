import Box from 'lucide-react/icons/box'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { describeFailure } from '#model-files/errors.ts'
import type { Converted } from '#model-files/export/convert.ts'
import { plainName } from '#model-files/export/export-name.ts'
import type { ConvertQuestion } from '#model-files/export/convert-question.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import { getShownPose } from '../state/parts-store.ts'
import { arWay, sceneViewerLink } from './ar-way.ts'

const title = t('View in AR')

export function ArView({
  editor,
}: {
  editor: Pick<EditorState, 'model' | 'original' | 'choice' | 'parts'>
}) {
  const { model, original, choice, parts } = editor
  const pose = useStore(parts, (state) =>
    state.isPlaying ? 'playing' : JSON.stringify(getShownPose(state)),
  )
  // An edited model has no public address, because it exists only in this browser.
  const publicUrl = model.url === original.url ? original.publicUrl : undefined
  const way = arWay(publicUrl)
  if (way === 'quick-look')
    return <QuickLook key={`${model.url} ${JSON.stringify(choice)} ${pose}`} editor={editor} />
  if (way === undefined || publicUrl === undefined) return null
  return (
    <LinkButton
      href={sceneViewerLink(publicUrl, model.title, location.href)}
      icon={<Box aria-hidden />}
    >
      {title}
    </LinkButton>
  )
}

type QuickLookEditor = Pick<EditorState, 'model' | 'choice' | 'parts'>

function QuickLook({ editor: { model, choice, parts } }: { editor: QuickLookEditor }) {
  const [usdz, setUsdz] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (usdz === undefined) return undefined
    link.current?.click()
    return () => URL.revokeObjectURL(usdz)
  }, [usdz])

  const make = async () => {
    const abort = (running.current = new AbortController())
    setIsBusy(true)
    try {
      const worker = new Worker(
        new URL('../../model-files/export/convert-worker.ts', import.meta.url),
        { type: 'module' },
      )
      const question: ConvertQuestion = {
        url: new URL(model.url, document.baseURI).href,
        format: 'usdz',
        name: plainName(model.title),
        version: choice,
        pose: getShownPose(parts.getState()),
      }
      const { bytes } = await askWorker<Converted>(worker, question, { signal: abort.signal })
      setUsdz(URL.createObjectURL(new Blob([bytes], { type: 'model/vnd.usdz+zip' })))
    } catch (error) {
      if (abort.signal.aborted) return
      showToast({ kind: 'error', title: t('Could not open AR'), detail: describeFailure(error) })
    } finally {
      if (!abort.signal.aborted) setIsBusy(false)
    }
  }

  if (usdz === undefined) {
    return (
      <Button icon={<Box aria-hidden />} isLoading={isBusy} onClick={() => void make()}>
        {title}
      </Button>
    )
  }
  return (
    <a
      ref={link}
      rel="ar"
      href={usdz}
      className="flex h-9 items-center justify-center gap-2 rounded-md border border-line font-medium"
    >
      {/* iOS opens the file in place only if the link contains a picture. */}
      <img alt="" src={dot} className="size-px" />
      {title}
    </a>
  )
}

const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
