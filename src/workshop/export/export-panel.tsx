import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { formatBytes, formatLength, formatPlural } from '#lib/format.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { ArView } from '../ar/ar-view.tsx'
import { FbxNote, PoseNote } from './export-notes.tsx'
import type { DeskState, PanelProps } from '../state/desk-state.ts'
import { getShownPose } from '../state/parts-store.ts'
import { describeFailure } from '#model-files/errors.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'
import { saveFile } from '#ui/save-file.ts'
import type { Converted } from '#model-files/export/convert.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { describeLosses, listLosses } from '#model-files/export/losses.ts'
import { printHeight } from '#model-files/export/print-height.ts'
import { exportName, plainName } from '#model-files/export/export-name.ts'
import { type ExportFormat, exportFormats, getExportFormat } from '#lib/export-formats.ts'
import type { ConvertQuestion } from '#model-files/export/convert-question.ts'
import { quadBendMaxDegrees } from '#model-files/export/quads/quad-fault.ts'

const heightMaxMm = 10_000

export function ExportPanel({ desk }: PanelProps) {
  const { model, original, edits, loaded, choice } = desk
  const { naturalMm, fittedMm } = printHeight(
    loaded?.sizeMetres ?? [1, 1, 1],
    original.madeFrom !== undefined,
  )
  const standardMm = fittedMm ?? naturalMm
  const [heightMm, setHeightMm] = useState<number>()
  const [hasQuads, setHasQuads] = useState(false)
  const [faces, setFaces] = useState<Converted['faces']>()
  const [busy, setBusy] = useState<{ format: ExportFormat; fraction: number }>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const save = async (format: ExportFormat) => {
    const kind = getExportFormat(format)
    running.current?.abort()
    const abort = (running.current = new AbortController())
    setBusy({ format, fraction: 0 })
    setFaces(undefined)
    try {
      const worker = new Worker(
        new URL('../../model-files/export/convert-worker.ts', import.meta.url),
        { type: 'module' },
      )
      const question: ConvertQuestion = {
        url: new URL(model.url, document.baseURI).href,
        format,
        name: plainName(model.title),
        heightMm: heightMm ?? fittedMm,
        hasQuads,
        version: choice,
        pose: getShownPose(desk.parts.getState()),
      }
      const { bytes, faces: made } = await askWorker<Converted>(worker, question, {
        signal: abort.signal,
        onProgress: (fraction) => setBusy({ format, fraction }),
      })
      setFaces(made)
      const file = new Blob([bytes], { type: kind.mimeType })
      saveFile(file, exportName(model.title, kind, made !== undefined))
    } catch (error) {
      if (abort.signal.aborted) return
      showToast({
        kind: 'error',
        title: `Could not export ${kind.label}`,
        detail: describeFailure(error),
      })
    } finally {
      if (running.current === abort) setBusy(undefined)
    }
  }

  return (
    <>
      <Originals model={model} original={original} edits={edits} />
      <ArView desk={desk} />
      <hr className="border-line" />
      <FormField
        label="Print height"
        hint={heightMm === undefined ? describeStandard(naturalMm, fittedMm) : undefined}
      >
        <NumberField
          value={heightMm}
          onValueChange={setHeightMm}
          min={0.1}
          max={heightMaxMm}
          step={1}
          unit="mm"
          placeholder={String(standardMm)}
        />
      </FormField>
      <PoseNote desk={desk} />
      <ul className="flex flex-col gap-1">
        {exportFormats.map(({ value, label, hint, isForPrint }) => (
          <li key={value} className="flex flex-wrap items-center gap-x-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{label}</p>
              <p className="text-xs text-pretty text-ink-muted">
                {hint}
                {isForPrint && `, ${heightMm ?? standardMm}\u00a0mm high`}
              </p>
              <Losses format={value} loaded={loaded} />
            </div>
            <Button
              size="sm"
              aria-label={`Save ${label}`}
              isLoading={busy?.format === value}
              disabled={busy !== undefined && busy.format !== value}
              onClick={() => void save(value)}
            >
              Save
            </Button>
            {value === 'obj' && (
              <div className="my-1 w-full border-l border-line pl-3">
                <Switch
                  label="Merge triangles into quads"
                  hint={`Where the fold is at most ${quadBendMaxDegrees}°; others stay triangles`}
                  checked={hasQuads}
                  disabled={busy !== undefined}
                  onCheckedChange={(isWanted) => {
                    setHasQuads(isWanted)
                    setFaces(undefined)
                  }}
                />
                <output className="block text-xs text-ink-muted tabular-nums">
                  {faces && `Saved with ${describeFaces(faces)}.`}
                </output>
              </div>
            )}
          </li>
        ))}
      </ul>
      <FbxNote />
      {busy && (
        <div className="flex items-center gap-3">
          <Progress
            label={`Writing ${getExportFormat(busy.format).label}`}
            value={busy.fraction}
            className="flex-1"
          />
          <Button
            size="sm"
            onClick={() => {
              running.current?.abort()
              setBusy(undefined)
            }}
          >
            Stop
          </Button>
        </div>
      )}
    </>
  )
}

const Originals = ({ model, original, edits }: Pick<DeskState, 'model' | 'original' | 'edits'>) => (
  <>
    <div>
      <LinkButton
        href={original.downloadUrl ?? original.url}
        download={original.fileName}
        variant="primary"
        icon={<Download aria-hidden />}
        className="w-full"
      >
        Original {original.fileName.slice(original.fileName.lastIndexOf('.') + 1).toUpperCase()}
      </LinkButton>
      {original.sizeBytes !== undefined && (
        <p className="mt-1.5 text-center text-xs text-ink-muted">
          {formatBytes(original.sizeBytes)}
        </p>
      )}
    </div>
    {original.downloadUrl !== undefined && original.madeFrom !== undefined && (
      <LinkButton
        href={original.url}
        download={`${original.title}.glb`}
        icon={<Download aria-hidden />}
      >
        GLB made from this {original.madeFrom}
      </LinkButton>
    )}
    {edits.length > 0 && (
      <LinkButton href={model.url} download={model.fileName} icon={<Download aria-hidden />}>
        Edited GLB
        {model.sizeBytes !== undefined && `, ${formatBytes(model.sizeBytes)}`}
      </LinkButton>
    )}
  </>
)

function Losses({ format, loaded }: { format: ExportFormat; loaded: LoadedModel | undefined }) {
  const sentence = loaded && describeLosses(listLosses(format, loaded))
  return sentence === undefined ? null : (
    <p className="text-xs text-pretty text-warning">{sentence}</p>
  )
}

const describeStandard = (naturalMm: number, fittedMm: number | undefined): string =>
  fittedMm === undefined
    ? 'Original size'
    : `Scaled to fit a print bed; the original is ${formatLength(naturalMm / 1000)} high`

const describeFaces = ({ quads, triangles }: NonNullable<Converted['faces']>): string =>
  `${formatPlural(quads, 'quad')} and ${formatPlural(triangles, 'triangle')}`
