import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Assistant } from '#contract/chat/assistants.ts'
import { explainError } from '#lib/explain.ts'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'
import { newId } from '#lib/id.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { FilterPills } from '#ui/fields/filter-pills.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'
import { AssistantCard } from './assistant-card.tsx'
import { ImportMenu } from './import-menu.tsx'

type AssistantListProps = {
  assistants: readonly Assistant[] | undefined
  error: Error | null
  onRetry: () => void
}

export const AssistantsNotLoaded = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <EmptyRow
    title={t('The assistants could not be loaded.')}
    action={<Button onClick={onRetry}>{t('Try again')}</Button>}
  >
    {explainError(error)}
  </EmptyRow>
)

export function AssistantList({ assistants, error, onRetry }: AssistantListProps) {
  const [, navigate] = useLocation()
  const [chosen, setWhose] = useState<'own' | 'team'>()
  const [query, setQuery] = useState('')
  const [notes, setNotes] = useState<readonly string[]>([])
  const own = assistants?.filter(({ from }) => from === undefined) ?? []
  const shared = assistants?.filter(({ from }) => from !== undefined) ?? []
  const whose = chosen ?? (own.length === 0 && shared.length > 0 ? 'team' : 'own')
  const hasWords = createWordFilter(query)
  const found = (whose === 'own' ? own : shared).filter(({ name, description }) =>
    hasWords(toFolded(`${name} ${description}`)),
  )
  const add = () => navigate(`/chat/assistants/${newId()}`)
  return (
    <>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-2xl font-semibold">{t('Assistants')}</h1>
          <p className="mt-1 max-w-[60ch] text-pretty text-ink-muted">
            {t(
              'A model with instructions, files and tools of its own. Type @ in a chat to call one.',
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ImportMenu onNotes={setNotes} />
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={add}>
            {t('New assistant')}
          </Button>
        </div>
      </header>
      {notes.length > 0 && <ImportNotes notes={notes} onClose={() => setNotes([])} />}
      <div className="mt-6 mb-4 flex flex-wrap items-center gap-3">
        <FilterPills
          label={t('Whose')}
          value={whose}
          onValueChange={setWhose}
          options={[
            { value: 'own', label: t('Yours {ownCount}', { ownCount: own.length }) },
            {
              value: 'team',
              label: t('From your teams {sharedCount}', { sharedCount: shared.length }),
            },
          ]}
        />
        <div className="ms-auto w-full sm:w-60">
          <TextField
            type="search"
            aria-label={t('Find an assistant')}
            placeholder={t('Find an assistant')}
            icon={<Search />}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </div>
      </div>
      {error ? (
        <AssistantsNotLoaded error={error} onRetry={onRetry} />
      ) : !assistants ? (
        <Spinner label={t('Loading')} className="mx-auto size-5 text-ink-faint" />
      ) : found.length === 0 ? (
        <Nothing whose={whose} isSearch={query.trim() !== ''} onAdd={add} />
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {found.map((assistant) => (
            <li key={assistant.id}>
              <AssistantCard assistant={assistant} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type NothingProps = { whose: 'own' | 'team'; isSearch: boolean; onAdd: () => void }

function Nothing({ whose, isSearch, onAdd }: NothingProps) {
  if (isSearch) return <EmptyRow title={t('No assistant has these words.')} />
  if (whose === 'team') {
    return (
      <EmptyRow title={t('Nothing is shared with you.')}>
        {t('When somebody shares an assistant with a team of yours, it appears here.')}
      </EmptyRow>
    )
  }
  return (
    <EmptyRow
      title={t('No assistants yet.')}
      action={<Button onClick={onAdd}>{t('Make the first')}</Button>}
    >
      {t('For example one that answers customers in their language.')}
    </EmptyRow>
  )
}

const ImportNotes = ({ notes, onClose }: { notes: readonly string[]; onClose: () => void }) => (
  <output className="mt-4 card flex items-start gap-3 px-4 py-3">
    <ul className="min-w-0 flex-1 list-disc ps-4 text-pretty wrap-anywhere text-ink-muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
    <Button size="sm" variant="ghost" onClick={onClose}>
      {t('Close')}
    </Button>
  </output>
)
