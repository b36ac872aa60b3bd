import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fileName, sayBytes } from '#lib/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { showToast } from '#ui/toasts.ts'
import type { PanelProps } from '../desk/desk-state.ts'
import { describeFailure } from '../errors.ts'
import { askWorker } from '../work/ask-worker.ts'
import { saveFile } from '../work/save-file.ts'
import { type ConvertQuestion, type ExportFormat, exportFormats } from './formats.ts'

const HEIGHT_MAX_MM = 10_000

/** Writes the model as other kinds of files; the original comes first. */
export function ExportPanel({ desk: { model, original, edits, loaded } }: PanelProps) {
  const naturalMm = Math.round((loaded?.sizeMetres[1] ?? 1) * 1e5) / 100
  const [heightMm, setHeightMm] = useState<number>()
  const [busy, setBusy] = useState<ExportFormat>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const save = async (format: ExportFormat) => {
    const kind = exportFormats.find(({ value }) => value === format)
    if (!kind) return
    running.current?.abort()
    const abort = (running.current = new AbortController())
    setBusy(format)
    try {
      const worker = new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' })
      const question: ConvertQuestion = {
        url: new URL(model.url, document.baseURI).href,
        format,
        name: 'model',
        heightMm,
      }
      const bytes = await askWorker<Uint8Array<ArrayBuffer>>(worker, question, {
        signal: abort.signal,
      })
      saveFile(new Blob([bytes], { type: kind.mimeType }), fileName(model.title, kind.ending))
    } catch (error) {
      if (abort.signal.aborted) return
      showToast({ kind: 'error', title: `No ${kind.label}`, detail: describeFailure(error) })
    } finally {
      if (running.current === abort) setBusy(undefined)
    }
  }

  return (
    <>
      <div>
        <LinkButton
          href={original.downloadUrl ?? original.url}
          download={original.fileName}
          variant="primary"
          icon={<Download aria-hidden />}
          className="w-full"
        >
          {original.fileName.slice(original.fileName.lastIndexOf('.') + 1).toUpperCase()}, as it was
          made
        </LinkButton>
        {original.sizeBytes !== undefined && (
          <p className="mt-1.5 text-center text-xs text-ink-muted">
            {sayBytes(original.sizeBytes)}
          </p>
        )}
      </div>
      {edits.length > 0 && (
        <LinkButton href={model.url} download={model.fileName} icon={<Download aria-hidden />}>
          GLB, as it is now
          {model.sizeBytes !== undefined && `, ${sayBytes(model.sizeBytes)}`}
        </LinkButton>
      )}
      <hr className="border-line" />
      <Field label="Height of the print" hint={heightMm === undefined ? 'Its own size' : undefined}>
        <NumberField
          value={heightMm}
          onValueChange={setHeightMm}
          min={0.1}
          max={HEIGHT_MAX_MM}
          step={1}
          unit="mm"
          placeholder={String(naturalMm)}
        />
      </Field>
      <ul className="flex flex-col gap-1">
        {exportFormats.map(({ value, label, hint, isForPrint }) => (
          <li key={value} className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{label}</p>
              <p className="text-xs text-pretty text-ink-muted">
                {hint}
                {isForPrint && `, ${heightMm ?? naturalMm} mm high`}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Save ${label}`}
              isLoading={busy === value}
              disabled={busy !== undefined && busy !== value}
              onClick={() => void save(value)}
            >
              Save
            </Button>
          </li>
        ))}
      </ul>
      {busy !== undefined && (
        <Button
          variant="ghost"
          onClick={() => {
            running.current?.abort()
            setBusy(undefined)
          }}
        >
          Stop
        </Button>
      )}
    </>
  )
}
