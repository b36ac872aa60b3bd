import Download from 'lucide-react/icons/download'
import { useEffect, useMemo } from 'react'
import { formatBytes } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { saveFile } from '#ui/save-file.ts'
import { t } from '#languages/app.ts'
import { describeMissing } from './describe-missing.ts'
import type { PythonRun } from './python-runs.ts'
import type { PythonFile } from './run-python.ts'

export function PythonOutput({ run: { state, output, failure, result } }: { run: PythonRun }) {
  const { value, problem, missing = [], files = [], leftOut = 0 } = result ?? {}
  const pictures = files.filter(({ name }) => pictureTypes.has(getExtension(name)))
  const text = [output.trimEnd(), value].filter(Boolean).join('\n')
  return (
    <section
      aria-label={t('Output of Python')}
      aria-live="polite"
      className="-mt-1 mb-4 flex max-w-none! flex-col gap-3 rounded-lg border border-line bg-surface-raised p-3 text-sm"
    >
      {(state === 'starting' || state === 'running') && (
        <p className="flex items-center gap-2 text-ink-muted">
          <Spinner />
          {state === 'starting' ? t('Starting Python') : t('Running')}
        </p>
      )}
      {text !== '' && (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
          tabIndex={0}
          className="max-h-80 overflow-auto font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
        >
          {text}
        </pre>
      )}
      {problem !== undefined && (
        <pre
          role="alert"
          className="max-h-60 overflow-auto font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap text-danger"
        >
          {problem.trimEnd()}
        </pre>
      )}
      {missing.length > 0 && <p className="text-ink-muted">{describeMissing(missing)}</p>}
      {failure !== undefined && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      {state === 'stopped' && <p className="text-ink-muted">{t('Stopped.')}</p>}
      {state === 'done' &&
        text === '' &&
        !problem &&
        failure === undefined &&
        files.length === 0 && (
          <p className="text-ink-muted">{t('The code has ended without output.')}</p>
        )}
      {pictures.map((file) => (
        <Picture key={file.name} file={file} />
      ))}
      {files.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {files.map(({ name, bytes }) => (
            <Button
              key={name}
              size="sm"
              icon={<Download aria-hidden />}
              onClick={() => saveFile(new Blob([bytes]), name)}
            >
              {name}
              <span className="font-normal text-ink-faint">{formatBytes(bytes.byteLength)}</span>
            </Button>
          ))}
        </div>
      )}
      {leftOut > 0 && (
        <p className="text-ink-muted">
          {t(
            '{leftOut, plural, one {1 more file was} other {{leftOut} more files were}} too large or too many.',
            { leftOut },
          )}
        </p>
      )}
    </section>
  )
}

const pictureTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
])
const getExtension = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

function Picture({ file: { name, bytes } }: { file: PythonFile }) {
  const url = useMemo(
    () =>
      URL.createObjectURL(new Blob([bytes], { type: pictureTypes.get(getExtension(name)) ?? '' })),
    [name, bytes],
  )
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <img src={url} alt={name} className="max-w-full self-start rounded-md bg-white" />
}
