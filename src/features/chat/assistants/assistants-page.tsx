import { useQuery } from '@tanstack/react-query'
import PanelLeft from 'lucide-react/icons/panel-left'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'
import { ConversationsPanel } from '../conversations-panel.tsx'
import { useChatNavigation } from '../use-chat-navigation.ts'
import { AssistantEditor } from './assistant-editor.tsx'
import { AssistantList, AssistantsNotLoaded } from './assistant-list.tsx'
import { assistantsQuery } from '../queries/assistant-queries.ts'

type AssistantsPageProps = {
  /** Undefined shows the list of assistants. An unknown id creates a new assistant. */
  assistantId: string | undefined
}

export function AssistantsPage({ assistantId }: AssistantsPageProps) {
  const navigation = useChatNavigation(undefined, { onBegin: () => {} })
  // A list from the cache may lack an assistant that another tab has added.
  const query = { ...assistantsQuery(), refetchOnMount: 'always' } as const
  const { data: assistants, error, isFetchedAfterMount, refetch } = useQuery(query)
  const shown = assistants?.find(({ id }) => id === assistantId)
  const isKnown = shown !== undefined || (assistants !== undefined && isFetchedAfterMount)
  return (
    <div className="relative flex h-full min-h-0 w-full">
      <ConversationsPanel
        conversationId={undefined}
        navigation={navigation}
        onImport={navigation.begin}
      />
      <section
        aria-label={t('Assistants')}
        inert={navigation.isListOpen}
        className="relative sheet min-w-0 flex-1 overflow-y-auto"
      >
        <div className="mx-auto w-full max-w-260 px-4 py-4 md:px-10 md:py-9">
          <IconButton
            className="-ms-2 lg:hidden"
            label={t('Conversations')}
            icon={<PanelLeft aria-hidden />}
            onClick={navigation.showList}
          />
          {assistantId === undefined ? (
            <AssistantList assistants={assistants} error={error} onRetry={() => void refetch()} />
          ) : isKnown ? (
            <AssistantEditor key={assistantId} id={assistantId} assistant={shown} />
          ) : error ? (
            <AssistantsNotLoaded error={error} onRetry={() => void refetch()} />
          ) : (
            <Spinner label={t('Loading')} className="mx-auto size-5 text-ink-faint" />
          )}
        </div>
      </section>
    </div>
  )
}
