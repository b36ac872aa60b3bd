import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import { addPythonPackage, readPythonState, removePythonPackage } from '#api/python.ts'
import type { PythonPackage, PythonState } from '#contract/python.ts'
import { explainError } from '#lib/explain.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Card } from '#ui/layout/card.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { rich, t } from '#languages/settings.ts'
import { SettingsPart } from '../layout/part.tsx'

const queryKey = ['python']

export function PythonPackages() {
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readPythonState(signal),
    staleTime: 0,
  })
  const keep = (state: PythonState) => client.setQueryData(queryKey, state)
  const add = useMutation({ mutationFn: addFiles(keep) })
  const remove = useMutation({
    mutationFn: removePythonPackage,
    onSuccess: keep,
    onError: reportFailure(t('Could not remove the package')),
  })
  const version = data ? ` ${t('(Python {python})', { python: data.python })}` : ''
  return (
    <SettingsPart
      id="python-packages"
      title={t('Python packages')}
      about={t(
        'Python in chats runs in the browser, without network. It has its standard library{version}. Other packages need their files: download them below and add them here. Each file is compared with its known checksum.',
        { version },
      )}
    >
      {error && (
        <p role="alert" className="text-danger">
          {explainError(error)}
        </p>
      )}
      <DropZone
        label={t('Package files')}
        accept=".whl,.zip,.tar"
        isMultiple
        disabled={add.isPending}
        onFiles={(files) => add.mutate(files)}
        className="rounded-lg border border-dashed border-line-control px-4 py-5 text-center text-ink-muted hover:bg-hover"
      >
        <span className="flex items-center justify-center gap-2">
          {add.isPending ? <Spinner /> : <Upload aria-hidden className="size-4" />}
          {t('Drop package files here, or choose them')}
        </span>
      </DropZone>
      {add.data?.map((problem) => (
        <p key={problem} role="alert" className="text-danger">
          {problem}
        </p>
      ))}
      <Card className={cn('divide-y divide-line', !data && 'invisible')}>
        {data?.packages.map((one) => (
          <PackageRow key={one.file} one={one} onRemove={() => remove.mutate(one.file)} />
        ))}
      </Card>
    </SettingsPart>
  )
}

const addFiles =
  (keep: (state: PythonState) => void) =>
  async (files: readonly File[]): Promise<string[]> => {
    const problems: string[] = []
    for (const file of files) {
      try {
        keep(await addPythonPackage(file))
      } catch (error) {
        problems.push(explainError(error))
      }
    }
    return problems
  }

const PackageRow = ({ one, onRemove }: { one: PythonPackage; onRemove: () => void }) => (
  <ListRow
    title={`${one.name} ${one.version}`}
    detail={one.file}
    figure={
      one.isThere && (
        <span className="flex items-center gap-1.5 text-success">
          <CircleCheck aria-hidden className="size-4" />
          {t('Added')}
        </span>
      )
    }
    action={
      one.isThere ? (
        <IconButton
          label={t('Remove {name}', { name: one.name })}
          icon={<Trash2 aria-hidden />}
          onClick={onRemove}
        />
      ) : (
        <a
          href={one.address}
          target="_blank"
          rel="noreferrer noopener"
          className="flex not-coarse:min-h-6 touch-target items-center gap-1.5 text-xs text-accent underline"
        >
          <Download aria-hidden className="size-4" />
          {rich('Download{span}', {
            name: one.name,
            span: <span className="sr-only"> {one.name}</span>,
          })}
        </a>
      )
    }
  />
)
