import { type ReactNode, useEffect, useRef, useState } from 'react'
import watlasUrl from 'watlas/dist/watlas.wasm?url'
import { formatCount, formatPercent } from '#lib/format.ts'
import { describeFailure, ModelDownloadError } from '#model-files/errors.ts'
import { withVariant } from '#model-files/glb/variant-address.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'
import type {
  UnwrapAnswer,
  UnwrapQuestion,
  UvAnswer,
  UvDrawing,
  UvFacts,
  UvQuestion,
} from '#model-files/uv/uv-facts.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { useWork } from '../work/use-work.ts'
import { WorkFailure } from '../work/work-status.tsx'

const downloadTimeoutMs = 120_000

type Measured = UvAnswer | { failure: string }

/** Renders the UV layout over the texture, the faults of the layout, and a button to make UVs. */
export function UvInspector({ editor: { model, choice, onEdited } }: PanelProps) {
  const [chosen, setChosen] = useState(0)
  const { measured, isDrawn } = useUvs(withVariant(model.url, choice), chosen)
  const [showsTexture, setShowsTexture] = useState(true)
  const { busy, failure, run, stop } = useWork<'unwrap', UnwrapAnswer>()
  const [downloadFailure, setDownloadFailure] = useState<string>()
  const [isDownloading, setIsDownloading] = useState(false)
  const downloads = useRef<AbortController>(undefined)
  useEffect(() => () => downloads.current?.abort(), [])

  const unwrap = async (replaces: boolean) => {
    const { signal } = (downloads.current = new AbortController())
    setDownloadFailure(undefined)
    setIsDownloading(true)
    try {
      // The page sends the WebAssembly, because the worker must not make requests.
      const [glb, wasm] = await Promise.all([
        fetchBytes(model.url, signal),
        fetchBytes(watlasUrl, signal),
      ])
      setIsDownloading(false)
      const worker = new Worker(new URL('../../model-files/uv/unwrap-worker.ts', import.meta.url), {
        type: 'module',
      })
      const question: UnwrapQuestion = { glb, wasm, replaces }
      await run('unwrap', {
        worker,
        question,
        onDone: (answer) =>
          onEdited(new Blob([answer.glb], { type: 'model/gltf-binary' }), answer.sentence),
      })
    } catch (error) {
      if (signal.aborted) return
      setIsDownloading(false)
      setDownloadFailure(describeFailure(error))
    }
  }

  if (!measured) return <Spinner label={t('Measuring the UVs')} className="mx-auto size-4" />
  if ('failure' in measured) return <WorkFailure failure={measured.failure} />
  const { groups, drawn, missing } = measured
  const group = groups[chosen]
  const hasTextures = groups.some(({ isTextured }) => isTextured)
  return (
    <>
      {groups.length > 1 && (
        <Select
          aria-label={t('Texture or material')}
          value={String(chosen)}
          options={groups.map(({ name }, at) => ({ value: String(at), label: name }))}
          onValueChange={(value) => setChosen(Number(value))}
        />
      )}
      {group && (
        <>
          {isDrawn && drawn ? (
            <Drawing group={group} drawn={drawn} showsTexture={showsTexture} />
          ) : (
            <div className="grid aspect-square place-items-center">
              <Spinner label={t('Drawing the UVs')} className="size-4" />
            </div>
          )}
          {drawn?.texture && (
            <Switch label={t('Texture')} checked={showsTexture} onCheckedChange={setShowsTexture} />
          )}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
            <Fact label={t('Triangles')}>{formatCount(group.triangles)}</Fact>
            <Fact label={t('Islands')}>{formatCount(group.islands)}</Fact>
            <Fact label={t('Used area')}>{formatPercent(group.used, 1)}</Fact>
            <Fact label={t('Overlap')} isFault={group.overlap >= 0.0005}>
              {t('{overlap} of the used area', { overlap: formatPercent(group.overlap, 1) })}
            </Fact>
            <Fact label={t('Outside 0 to 1')} isFault={group.outside > 0}>
              {t('{outside, plural, one {# triangle} other {# triangles}}', {
                outside: group.outside,
              })}
            </Fact>
            <Fact label={t('Mirrored')} isFault={group.flipped > 0}>
              {t('{flipped, plural, one {# triangle} other {# triangles}}', {
                flipped: group.flipped,
              })}
            </Fact>
          </dl>
        </>
      )}
      {missing > 0 && (
        <p className="text-pretty text-ink-muted">
          {t(
            '{missing, plural, one {# triangle} other {# triangles}} without UVs cannot show a texture.',
            { missing },
          )}
        </p>
      )}
      {busy ? (
        <div className="flex items-center gap-3">
          <Spinner label={t('Making UVs')} className="size-4" />
          <span className="flex-1">{t('Making UVs')}</span>
          <Button size="sm" onClick={stop}>
            {t('Stop')}
          </Button>
        </div>
      ) : (
        (missing > 0 || !hasTextures) && (
          <Button isLoading={isDownloading} onClick={() => void unwrap(missing === 0)}>
            {missing > 0 ? t('Make UVs') : t('Make new UVs')}
          </Button>
        )
      )}
      <WorkFailure failure={failure ?? downloadFailure} />
    </>
  )
}

type Uvs = {
  measured: Measured | undefined
  /** False while the chosen layout is drawn, when `measured` contains the previous drawing. */
  isDrawn: boolean
}

function useUvs(modelUrl: string, chosen: number): Uvs {
  const [answer, setAnswer] = useState<{ of: string; measured: Measured }>()
  const of = `${modelUrl} ${chosen}`
  useEffect(() => {
    const abort = new AbortController()
    const bitmaps: (ImageBitmap | undefined)[] = []
    const worker = new Worker(new URL('../../model-files/uv/uv-worker.ts', import.meta.url), {
      type: 'module',
    })
    const question: UvQuestion = { url: new URL(modelUrl, document.baseURI).href, chosen }
    askWorker<UvAnswer>(worker, question, { signal: abort.signal }).then(
      (measured) => {
        bitmaps.push(measured.drawn?.drawing, measured.drawn?.texture)
        setAnswer({ of, measured })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setAnswer({ of, measured: { failure: describeFailure(error) } })
      },
    )
    return () => {
      abort.abort()
      for (const bitmap of bitmaps) bitmap?.close()
      // A closed picture must not be drawn again if the same layout is chosen again.
      setAnswer((now) => now && { ...now, of: '' })
    }
  }, [of, modelUrl, chosen])
  return { measured: answer?.measured, isDrawn: answer?.of === of }
}

async function fetchBytes(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(downloadTimeoutMs)]),
  })
  if (!response.ok) throw new ModelDownloadError(t('The model could not be downloaded.'))
  return response.arrayBuffer()
}

type DrawingProps = { group: UvFacts; drawn: UvDrawing; showsTexture: boolean }

function Drawing({ group: { name, islands }, drawn, showsTexture }: DrawingProps) {
  const { texture, drawing } = drawn
  const draw = (canvas: HTMLCanvasElement | null) => {
    const context = canvas?.getContext('2d')
    context?.clearRect(0, 0, drawing.width, drawing.height)
    if (texture && showsTexture) context?.drawImage(texture, 0, 0)
    context?.drawImage(drawing, 0, 0)
  }
  return (
    <figure
      aria-label={t('UV layout of {name}, {islands, plural, one {# island} other {# islands}}', {
        name,
        islands,
      })}
      className="grid gap-1.5"
    >
      <canvas
        ref={draw}
        width={drawing.width}
        height={drawing.height}
        className="aspect-square w-full rounded-md border border-line bg-ink-faint"
      />
      <figcaption className="text-xs text-ink-muted">
        {t('Red areas overlap. Blue triangles are mirrored.')}
      </figcaption>
    </figure>
  )
}

type FactProps = { label: string; isFault?: boolean; children: ReactNode }

const Fact = ({ label, isFault = false, children }: FactProps) => (
  <div className="contents">
    <dt className="text-ink-muted">{label}</dt>
    <dd className={cn('text-end tabular-nums', isFault && 'font-medium text-warning')}>
      {children}
    </dd>
  </div>
)
