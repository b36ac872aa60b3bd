import { joinWithCommas } from '#lib/format.ts'
import { cutText } from '#lib/cut-text.ts'
import { t } from '#languages/app.ts'
import { describeMissing } from './describe-missing.ts'
import type { PythonRun } from './python-runs.ts'
import type { PythonFile } from './run-python.ts'

/** Maximum length of the text that the server accepts, in UTF-16 units. */
const lengthMax = 10_000
/** Maximum number of pictures that the server keeps for one tool call. */
const picturesMax = 4

export function describeRun({ output, failure, result }: PythonRun): string {
  const { value, problem, missing = [], files = [] } = result ?? {}
  const parts = [
    output.trimEnd(),
    value,
    problem?.trimEnd(),
    missing.length > 0 ? describeMissing(missing) : undefined,
    failure,
    files.length > 0
      ? t('Files that the person can save: {files}', {
          files: joinWithCommas(files.map(({ name }) => name)),
        })
      : undefined,
  ]
  return cutText(parts.filter(Boolean).join('\n'), lengthMax)
}

export const selectPictures = (files: readonly PythonFile[]): PythonFile[] =>
  files.filter(({ name }) => /\.(?:png|jpe?g|webp)$/i.test(name)).slice(0, picturesMax)
