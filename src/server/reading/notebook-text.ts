import { asList, asRecord, asString, isRecord } from '#lib/fields.ts'
import { HttpError } from '../errors/http-error.ts'
import { createJsonMeter, usualJsonLimits, type JsonLimits } from '../json/json-limits.ts'

const limits: JsonLimits = { ...usualJsonLimits, valuesMax: 1_000_000, entriesMax: 1_000_000 }

const colours = new RegExp(String.raw`\u001b\[[\d;]{0,20}m`, 'g')

/**
 * Returns the cells of a Jupyter notebook as Markdown, and the texts of their outputs. Pictures are
 * left out.
 * @throws {HttpError} `bad_document` if the file is no notebook.
 */
export function readNotebook(bytes: Uint8Array): { text: string; warnings: string[] } {
  let notebook: unknown
  try {
    createJsonMeter(limits)(bytes)
    notebook = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new HttpError('bad_document', 'This notebook is damaged.', { cause })
  }
  const { cells = readOldCells(asRecord(notebook)), metadata } = asRecord(notebook)
  const language = asString(asRecord(asRecord(metadata)['kernelspec'])['language'])
  let pictureCount = 0
  const parts = asList(cells)
    .filter(isRecord)
    .flatMap(({ cell_type: type, source, input, level, outputs }) => {
      const words = toText(source ?? input)
      if (type === 'heading') return [`${'#'.repeat(Number(level) || 1)} ${words}`]
      if (type !== 'code') return [words]
      const shown = asList(outputs).filter(isRecord)
      pictureCount += shown.filter((one) =>
        Object.keys(asRecord(one['data'])).some((name) => name.startsWith('image/')),
      ).length
      return [`\`\`\`${language}\n${words}\n\`\`\``, ...shown.map(toOutput)]
    })
  const warnings = pictureCount > 0 ? [`Pictures of outputs were left out: ${pictureCount}.`] : []
  return { text: parts.filter((part) => part.trim() !== '').join('\n\n'), warnings }
}

const readOldCells = ({ worksheets }: Record<string, unknown>): unknown[] =>
  asList(worksheets).flatMap((sheet) => asList(asRecord(sheet)['cells']))

const toText = (source: unknown): string =>
  Array.isArray(source) ? source.map(asString).join('') : asString(source)

function toOutput(output: Record<string, unknown>): string {
  const data = asRecord(output['data'])
  const trace = asList(output['traceback']).map(asString).join('\n')
  const isPicture = Object.keys(data).some((name) => name.startsWith('image/'))
  const words =
    toText(output['text']) ||
    toText(data['text/markdown']) ||
    (isPicture ? '' : toText(data['text/plain'])) ||
    trace
  return words.replaceAll(colours, '').trimEnd()
}
