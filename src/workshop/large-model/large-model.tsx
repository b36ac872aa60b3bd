import { formatBytes } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import type {
  OptimizeResult,
  OptimizeRequest,
  OptimizeOptions,
} from '#model-files/optimize/optimize-options.ts'
import { t } from '#languages/viewer.ts'
import { HeaderFacts } from '../report/stated-facts.tsx'
import { trianglesMax } from '#model-files/triangles-max.ts'
import { useWork } from '../work/use-work.ts'
import type { EditorModel } from '../state/editor-state.ts'

const smoothEnough: OptimizeOptions = {
  triangles: 1_000_000,
  texturePx: 4096,
  usesWebp: false,
  packing: 'none',
}

type LargeModelProps = {
  model: Pick<EditorModel, 'url' | 'title' | 'sizeBytes' | 'triangles'>
  onLight: (glb: Blob) => void
  onAll: () => void
}

/** Lets the user open a large model or a simplified copy. */
export function LargeModel({ model, onLight, onAll }: LargeModelProps) {
  const { busy, failure, run, stop } = useWork<'light', OptimizeResult>()
  const size = [
    model.triangles !== undefined &&
      t('{triangles, plural, one {# triangle} other {# triangles}}', {
        triangles: model.triangles,
      }),
    model.sizeBytes !== undefined && formatBytes(model.sizeBytes),
  ].filter(Boolean)

  const isTooLarge = (model.triangles ?? 0) > trianglesMax
  const simplify = () => {
    const worker = new Worker(
      new URL('../../model-files/optimize/optimize-worker.ts', import.meta.url),
      {
        type: 'module',
      },
    )
    const url = new URL(model.url, document.baseURI).href
    const question: OptimizeRequest = { url, wish: smoothEnough }
    void run('light', {
      worker,
      question,
      onDone: ({ glb }) => onLight(new Blob([glb], { type: 'model/gltf-binary' })),
    })
  }

  return (
    <div className="absolute inset-0 grid place-items-center p-4">
      <div
        role="alertdialog"
        aria-labelledby="large-model"
        aria-describedby="large-model-size"
        className="max-w-md rounded-xl border border-line bg-surface-raised p-6 shadow-overlay"
      >
        <h2 id="large-model" className="mb-2 text-lg font-medium">
          {t('This model is large')}
        </h2>
        <p id="large-model-size" className="mb-5 text-pretty text-ink-muted">
          {t('{title} has {size}', { title: model.title, size: size.join(' in ') })}
          {isTooLarge && t(', more than a browser can handle')}
          {t(
            '. A simplified copy runs smoothly on most computers; the original can still be downloaded.',
          )}
        </p>
        <div className="mb-5 max-h-48 overflow-y-auto empty:hidden">
          <HeaderFacts url={model.url} />
        </div>
        {failure !== undefined && (
          <p role="alert" className="mb-4 rounded-lg bg-danger-soft px-3 py-2 text-danger">
            {failure}
          </p>
        )}
        {busy ? (
          <div className="flex items-center gap-3">
            <Progress label={t('Simplifying')} value={busy.fraction} className="flex-1" />
            <Button onClick={stop}>{t('Stop')}</Button>
          </div>
        ) : (
          <div className="flex flex-wrap justify-end gap-2">
            {!isTooLarge && <Button onClick={onAll}>{t('Open the original')}</Button>}
            <Button variant="primary" onClick={simplify}>
              {t('Open a simplified copy')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
