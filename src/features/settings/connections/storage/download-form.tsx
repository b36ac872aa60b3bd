import { useQuery } from '@tanstack/react-query'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { ConnectionKind } from '#contract/connections.ts'
import { storedModelRefSchema } from '#contract/stored-models.ts'
import { downloadsQuery } from '#queries/stored-models.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { rich, t } from '#languages/settings.ts'
import { DownloadRow } from './download-row.tsx'
import { useStartDownload } from './queries.ts'

type DownloadFormProps = {
  connectionId: string
  storage: NonNullable<ConnectionKind['storage']>
}

export function DownloadForm({ connectionId, storage }: DownloadFormProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const start = useStartDownload()
  const { data } = useQuery(downloadsQuery())
  const own = data?.downloads.filter((download) => download.connectionId === connectionId) ?? []

  function submit() {
    if (start.isPending) return
    const checked = storedModelRefSchema.safeParse({ model: name })
    setProblem(checked.error?.issues[0]?.message)
    if (!checked.success) return
    start.mutate(
      { connectionId, model: checked.data.model },
      { onSuccess: () => setName(''), onError: (error) => setProblem(explainError(error)) },
    )
  }

  return (
    <div className="flex flex-col gap-3">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <FormField
          label={t('Download a model')}
          error={problem}
          hint={
            <>
              {rich('Find names in {a}. You can close this; the download continues.', {
                libraryUrl: storage.libraryUrl.replace(/^https:\/\//, ''),
                a: (
                  <a
                    href={storage.libraryUrl}
                    target="_blank"
                    rel="noreferrer"
                    className="text-accent-strong underline underline-offset-2"
                  >
                    {storage.libraryUrl.replace(/^https:\/\//, '')}
                  </a>
                ),
              })}
            </>
          }
        >
          <div className="flex gap-2">
            <TextField
              className="min-w-0 flex-1"
              value={name}
              placeholder={storage.example}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              onChange={({ target }) => {
                setName(target.value)
                setProblem(undefined)
              }}
            />
            <Button
              type="submit"
              icon={<ArrowDownToLine aria-hidden />}
              isLoading={start.isPending}
            >
              {t('Download')}
            </Button>
          </div>
        </FormField>
      </form>
      {own.length > 0 && (
        <ul aria-label={t('Downloads')} className="flex flex-col gap-3">
          {own.map((download) => (
            <DownloadRow
              key={download.id}
              download={download}
              onAgain={() => start.mutate({ connectionId, model: download.model })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
