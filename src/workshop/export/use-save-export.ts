import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#lib/format.ts'
import { getExportFormat, type ExportFormat } from '#lib/export-formats.ts'
import { describeFailure } from '#model-files/errors.ts'
import type { Converted } from '#model-files/export/convert.ts'
import type { ConvertQuestion } from '#model-files/export/convert-question.ts'
import { exportName, plainName } from '#model-files/export/export-name.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { saveFile } from '#ui/save-file.ts'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import { getShownPose } from '../state/parts-store.ts'

type SaveOptions = Pick<ConvertQuestion, 'hasQuads' | 'target'>

type SaveExport = {
  /** Running conversion, undefined while nothing is converted. */
  busy: { format: ExportFormat; fraction: number } | undefined
  /**
   * Converts the model in a worker, saves the file and shows a toast.
   * @returns the converted file, or `undefined` after a failure or a stop.
   */
  save: (format: ExportFormat, options?: SaveOptions) => Promise<Converted | undefined>
  /** Converts the model in a worker, without saving the file. Shows a toast after a failure. */
  make: (format: ExportFormat, options?: SaveOptions) => Promise<Converted | undefined>
  stop: () => void
}

/** Saves the visible model in other formats. A new conversion stops the previous conversion. */
export function useSaveExport(editor: EditorState): SaveExport {
  const { model, choice, print } = editor
  const [busy, setBusy] = useState<SaveExport['busy']>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function make(format: ExportFormat, { hasQuads = false, target }: SaveOptions = {}) {
    const kind = getExportFormat(format)
    running.current?.abort()
    const abort = (running.current = new AbortController())
    setBusy({ format, fraction: 0 })
    try {
      const worker = new Worker(
        new URL('../../model-files/export/convert-worker.ts', import.meta.url),
        { type: 'module' },
      )
      const question: ConvertQuestion = {
        url: new URL(model.url, document.baseURI).href,
        format,
        name: plainName(model.title),
        printScale: print.scale,
        hasQuads,
        target,
        version: choice,
        pose: getShownPose(editor.parts.getState()),
      }
      return await askWorker<Converted>(worker, question, {
        signal: abort.signal,
        onProgress: (fraction) => setBusy({ format, fraction }),
      })
    } catch (error) {
      if (abort.signal.aborted) return undefined
      showToast({
        kind: 'error',
        title: t('Could not export {label}', { label: kind.label }),
        detail: describeFailure(error),
      })
      return undefined
    } finally {
      if (running.current === abort) setBusy(undefined)
    }
  }

  async function save(format: ExportFormat, options: SaveOptions = {}) {
    const kind = getExportFormat(format)
    const converted = await make(format, options)
    if (!converted) return undefined
    const name = exportName(model.title, kind, converted.faces !== undefined)
    saveFile(new Blob([converted.bytes], { type: kind.mimeType }), name)
    const size = formatBytes(converted.bytes.byteLength)
    const isForPrint = kind.isForPrint && (options.target ?? 'print') === 'print'
    const height = isForPrint ? `${t('{heightMm} mm high,', { heightMm: print.heightMm })} ` : ''
    showToast({ kind: 'success', title: t('{name} saved', { name }), detail: `${height}${size}` })
    return converted
  }

  function stop() {
    running.current?.abort()
    setBusy(undefined)
  }
  return { busy, save, make, stop }
}
