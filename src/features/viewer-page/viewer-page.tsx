import { joinWithCommas } from '#lib/format.ts'
import FolderOpen from 'lucide-react/icons/folder-open'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { describeFailure } from '#model-files/errors.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { provideSlicerFile } from '#queries/provide-slicer-file.ts'
import { Progress } from '#ui/progress/progress.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { useCoveredBelow } from '#workshop/editor/use-covered-below.ts'
import type { ChosenVariants } from '#model-files/import/usd/variant-chooser.ts'
import { t } from '#languages/viewer.ts'
import { askedFiles, getUrlFileName } from './asked-files.ts'
import { droppedFiles } from './dropped-files.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import type { UnsavedEdits } from '#workshop/state/use-edits.ts'
import {
  acceptedEndings,
  describeFile,
  modelEndings,
  openModelFile,
  type OpenedModel,
} from './open-model-file.ts'
import { useFilesFromSystem } from './use-files-from-system.ts'

const loadNotes = async () => (await import('./import-notes.tsx')).ImportNotes
const loadGuard = async () => (await import('#workshop/editor/leave-guard.tsx')).LeaveGuard
/** Loads the guard with the editor, because edits without a guard could be lost. */
const loadEditor = async () => {
  const [{ ModelEditor }] = await Promise.all([
    import('#workshop/editor/editor.tsx'),
    loadCode(loadGuard),
  ])
  return ModelEditor
}

type State =
  | { status: 'empty' }
  | { status: 'fetching'; urls: readonly URL[] }
  | {
      status: 'opening'
      files: readonly File[]
      variants?: ChosenVariants | undefined
      before?: OpenedModel | undefined
    }
  | { status: 'open'; opened: OpenedModel }
  | { status: 'failed'; name: string; reason: string }

/**
 * Renders a model file from the user's disk without uploading it, or the file in the param `url`.
 */
export function ViewerPage() {
  const [state, setState] = useState<State>(asked)
  const fetchedFraction = useFetching(state, setState)
  useOpening(state, setState)
  useEffect(() => {
    // Preload the viewer's code while the user selects a file.
    loadEditor().catch(() => {})
  }, [])

  const shown = shownIn(state)
  const [unsaved, setUnsaved] = useState<UnsavedEdits>()
  const [waiting, setWaiting] = useState<() => void>()
  const [counted, setCounted] = useState<LoadedModel>()
  const take = (files: readonly File[], variants?: ChosenVariants) => {
    if (files.length === 0) return
    const open = () => setState({ status: 'opening', files, variants, before: shown })
    if (unsaved) setWaiting(() => open)
    else open()
  }
  useFilesFromSystem(take)
  const cancel = () => setState(shown ? { status: 'open', opened: shown } : { status: 'empty' })
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    // The general drop area does not support folders, so handle the event in the capture phase.
    onDropCapture: (event: DragEvent) => {
      event.preventDefault()
      if (event.dataTransfer.files[0]?.name.toLowerCase().endsWith('.hdr')) return
      event.stopPropagation()
      const open = async () => take(await droppedFiles(event.dataTransfer))
      open().catch(() =>
        setState(failed(shown, t('Dropped files'), t('The browser could not read them.'))),
      )
    },
  }

  if (shown) {
    return (
      <section {...drop} aria-label={t('Model')} className="relative h-full backdrop-stage">
        <Loaded
          key={shown.model.url}
          load={loadEditor}
          props={{
            model: shown.model,
            active: true,
            onSlicerFile: provideSlicerFile,
            onUnsaved: setUnsaved,
            onLoaded: setCounted,
          }}
        />
        <Footer>
          <div className="min-w-0">
            <Loaded
              load={loadNotes}
              props={{ report: shown.report, onAgain: (variants) => take(shown.files, variants) }}
            />
            <h1 dir="auto" className="truncate text-base font-medium on-stage">
              {shown.model.title}
            </h1>
            <p className="text-xs text-ink-muted tabular-nums on-stage">
              {unsaved && counted
                ? describeFile({ ...counted, sizeBytes: unsaved.sizeBytes })
                : shown.note}
            </p>
          </div>
          {state.status === 'opening' ? (
            <Opening files={state.files} onCancel={cancel} />
          ) : (
            <OpenAnother onFiles={take} />
          )}
        </Footer>
        <Loaded
          load={loadGuard}
          props={{ unsaved, waiting, onStay: () => setWaiting(undefined) }}
        />
      </section>
    )
  }

  return (
    <div {...drop} className="grid h-full place-items-center overflow-auto p-4">
      {state.status === 'fetching' ? (
        <div className="grid w-full max-w-sm justify-items-center gap-4">
          <Progress
            label={t('Loading {getUrlFileName}', {
              getUrlFileName: joinWithCommas(state.urls.map(getUrlFileName)),
            })}
            value={fetchedFraction}
            className="w-full"
          />
          <Button onClick={() => setState({ status: 'empty' })}>{t('Cancel')}</Button>
        </div>
      ) : state.status === 'opening' ? (
        <Opening files={state.files} onCancel={cancel} />
      ) : (
        <div className="w-full max-w-xl">
          <h1 className="mb-1.5 text-3xl font-semibold max-md:text-2xl">{t('Look at a model')}</h1>
          <p className="mb-6 text-base text-pretty text-ink-muted">
            {t('Any file from your disk. It stays in this browser: nothing is uploaded.')}
          </p>
          {state.status === 'failed' && (
            <p role="alert" className="mb-4 rounded-lg bg-danger-soft px-4 py-3 text-danger">
              <strong className="font-medium">{state.name}</strong>: {state.reason}
            </p>
          )}
          <DropZone
            label={t('Choose a model file')}
            accept={acceptedEndings.join(',')}
            isMultiple
            onFiles={take}
          >
            <div className="grid min-h-64 place-items-center p-6 text-center">
              <div>
                <FolderOpen aria-hidden className="mx-auto mb-3 size-8 stroke-[1.5] text-accent" />
                <p className="text-base font-semibold">{t('Drop a file here, or choose one')}</p>
                <p className="mt-1 text-xs text-ink-muted">
                  {joinWithCommas(modelEndings.map((ending) => ending.slice(1).toUpperCase()))}
                </p>
              </div>
            </div>
          </DropZone>
        </div>
      )}
    </div>
  )
}

const shownIn = (state: State): OpenedModel | undefined =>
  state.status === 'open' ? state.opened : state.status === 'opening' ? state.before : undefined

function failed(before: OpenedModel | undefined, name: string, reason: string): State {
  if (!before) return { status: 'failed', name, reason }
  showToast({ kind: 'error', title: t('Could not open “{name}”', { name }), detail: reason })
  return { status: 'open', opened: before }
}

function asked(): State {
  try {
    const urls = askedFiles(location.search)
    return urls.length > 0 ? { status: 'fetching', urls } : { status: 'empty' }
  } catch (error) {
    return { status: 'failed', name: t('Address'), reason: describeFailure(error) }
  }
}

/** @returns the loaded fraction from 0 to 1, or `undefined` while unknown. */
function useFetching(state: State, setState: (state: State) => void): number | undefined {
  const urls = state.status === 'fetching' ? state.urls : undefined
  const [fraction, setFraction] = useState<number>()
  useEffect(() => {
    if (!urls) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const fetchAll = async () => {
      try {
        const { fetchFiles } = await import('./fetch-files.ts')
        const files = await fetchFiles(urls, { signal, onProgress: setFraction })
        if (!signal.aborted) setState({ status: 'opening', files })
      } catch (error) {
        if (signal.aborted) return
        const name = joinWithCommas(urls.map(getUrlFileName))
        setState({ status: 'failed', name, reason: describeFailure(error) })
      }
    }
    void fetchAll()
    return () => leaving.abort()
  }, [urls, setState])
  return fraction
}

function useOpening(state: State, setState: (state: State) => void): void {
  const opening = state.status === 'opening' ? state : undefined
  const model = shownIn(state)?.model

  useEffect(() => {
    if (!opening) return undefined
    const { files, variants, before } = opening
    const leaving = new AbortController()
    const { signal } = leaving
    const open = async () => {
      const outcome = await openModelFile(files, { signal, variants })
      if (signal.aborted) {
        if (outcome.status === 'opened') URL.revokeObjectURL(outcome.opened.model.url)
      } else if (outcome.status === 'failed') {
        setState(failed(before, files[0]?.name ?? '', outcome.reason))
      } else {
        setState({ status: 'open', opened: outcome.opened })
      }
    }
    void open()
    return () => leaving.abort()
  }, [opening, setState])

  useEffect(() => {
    if (model === undefined) return undefined
    // Revoke the object URL later, because a worker may still be reading the file.
    return () => {
      setTimeout(() => {
        URL.revokeObjectURL(model.url)
        if (model.downloadUrl !== undefined) URL.revokeObjectURL(model.downloadUrl)
      }, 60_000)
    }
  }, [model])
}

function Footer({ children }: { children: ReactNode }) {
  const footer = useRef<HTMLElement>(null)
  useCoveredBelow(footer)
  return (
    <footer
      ref={footer}
      className="pointer-events-none absolute inset-x-0 bottom-0 flex items-end justify-between gap-4 p-3"
    >
      {children}
    </footer>
  )
}

type OpeningProps = { files: readonly File[]; onCancel: () => void }

const Opening = ({ files, onCancel }: OpeningProps) => (
  <output className="pointer-events-auto flex min-w-0 items-center gap-3 float py-1.5 pe-1.5 ps-3">
    <Spinner className="size-4 shrink-0" />
    <span className="truncate">{t('Opening {name}', { name: files[0]?.name })}</span>
    <Button size="sm" onClick={onCancel}>
      {t('Cancel')}
    </Button>
  </output>
)

function OpenAnother({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <label className="pointer-events-auto flex h-8.5 shrink-0 cursor-pointer items-center gap-2 float px-3.25 font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-surface-overlay coarse:h-11">
      <FolderOpen aria-hidden className="size-4" />
      {t('Another file')}
      <input
        type="file"
        accept={acceptedEndings.join(',')}
        multiple
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}
