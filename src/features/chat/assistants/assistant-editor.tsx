import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Assistant, PutAssistant } from '#contract/chat/assistants.ts'
import { chatParamsQuery } from '#queries/chat-defaults.ts'
import { modelsQuery } from '#queries/models.ts'
import { teamsQuery } from '#queries/teams.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import { AssistantFields } from './assistant-fields.tsx'
import { AssistantMenu } from './assistant-menu.tsx'
import { toAssistantChat, useAssistantChanges } from '../queries/assistant-queries.ts'
import { AssistantTrial } from './assistant-trial.tsx'
import { SharedAssistant } from './shared-assistant.tsx'

const blank: PutAssistant = { name: '', description: '', settings: {}, starters: [] }

type AssistantEditorProps = {
  id: string
  assistant: Assistant | undefined
}

export function AssistantEditor({ id, assistant }: AssistantEditorProps) {
  const hasChoices = useHasChoices(assistant?.modelId)
  return (
    <>
      <Link
        href="/chat/assistants"
        className="mb-5 inline-flex min-h-8 items-center gap-2 rounded-md text-ink-muted hover:text-ink coarse:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('Assistants')}
      </Link>
      {assistant?.from !== undefined ? (
        <SharedAssistant assistant={assistant} />
      ) : hasChoices ? (
        <Form id={id} assistant={assistant} />
      ) : (
        <Spinner label={t('Loading')} className="mx-auto size-5 text-ink-faint" />
      )}
    </>
  )
}

/** Returns true once the lists of the form have loaded or failed, because late fields move others. */
function useHasChoices(modelId: string | undefined): boolean {
  const [wasReady, setWasReady] = useState(false)
  const models = useQuery(modelsQuery())
  const isKnown = models.data?.models.some(({ id }) => id === modelId)
  const isLoading = [
    models,
    useQuery(chatParamsQuery(isKnown ? modelId : undefined)),
    useQuery(chatLibraryQueries.folders()),
    useQuery(chatLibraryQueries.tools()),
    useQuery(teamsQuery()),
  ].some((query) => query.isLoading)
  if (!isLoading && !wasReady) setWasReady(true)
  return wasReady
}

function Form({ id, assistant }: AssistantEditorProps) {
  const [, navigate] = useLocation()
  const { put } = useAssistantChanges()
  const [draft, setDraft] = useState<PutAssistant>(() => toDraft(assistant))
  const [saved, setSaved] = useState(draft)
  const isChanged = draft !== saved || assistant?.isForeign === true || !assistant
  const save = (next?: string) =>
    put.mutate(
      { id, assistant: { ...draft, starters: draft.starters.filter((one) => one.trim() !== '') } },
      {
        onSuccess: () => {
          const { picture: _, ...kept } = draft
          // Keeps what the person has typed during the request.
          setDraft((now) => (now === draft ? kept : now))
          setSaved(kept)
          if (next !== undefined) navigate(next)
          else showToast({ title: t('Saved “{name}”', { name: draft.name }) })
        },
        onError: reportFailure(t('Could not save the assistant.')),
      },
    )
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_23rem] xl:items-start xl:gap-8">
      <form
        className="mx-auto w-full max-w-160 min-w-0"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <h1 className="sr-only">{draft.name || t('New assistant')}</h1>
        {assistant?.isForeign && (
          <p className="mb-4 rounded-lg bg-warning-soft px-3.5 py-2.5 text-pretty text-warning">
            {t('Somebody else wrote this assistant. Read its instructions, and save it to use it.')}
          </p>
        )}
        <AssistantFields draft={draft} pictureUrl={assistant?.pictureUrl} onChange={setDraft} />
        <div className="sticky bottom-0 -mx-1 mt-6 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-1 py-3">
          {assistant && <AssistantMenu assistant={assistant} />}
          <span className="ms-auto" />
          <Button
            icon={<ArrowRight aria-hidden />}
            disabled={draft.name.trim() === ''}
            onClick={() => {
              if (isChanged) save(toAssistantChat(id))
              else navigate(toAssistantChat(id))
            }}
          >
            {t('Start a chat')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            isLoading={put.isPending}
            disabled={draft.name.trim() === '' || !isChanged}
          >
            {t('Save')}
          </Button>
        </div>
      </form>
      <AssistantTrial
        draft={draft}
        pictureUrl={
          draft.picture === undefined ? assistant?.pictureUrl : (draft.picture ?? undefined)
        }
      />
    </div>
  )
}

function toDraft(assistant: Assistant | undefined): PutAssistant {
  if (!assistant) return blank
  const { name, description, modelId, settings, starters, folderId, teamId } = assistant
  return {
    name,
    description,
    settings,
    starters,
    ...(modelId !== undefined && { modelId }),
    ...(folderId !== undefined && { folderId }),
    ...(teamId !== undefined && { teamId }),
  }
}
