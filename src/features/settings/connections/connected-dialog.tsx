import { useQuery } from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import MessageSquare from 'lucide-react/icons/message-square'
import { useEffect, type ComponentProps } from 'react'
import { Link } from 'wouter'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { modelsQuery } from '#queries/models.ts'
import { downloadsQuery, storedModelsQuery } from '#queries/stored-models.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { DownloadForm } from './storage/download-form.tsx'
import { TestSteps } from './test-steps.tsx'
import { TryModel } from './try-model.tsx'
import { useTestConnection } from './use-test.ts'

type ConnectedDialogProps = {
  isOpen: boolean
  connection: Connection
  kind: ConnectionKind
  onEdit: () => void
  onClose: () => void
}

/** Tests a new connection, and offers what to do with it. */
export function ConnectedDialog(props: ConnectedDialogProps) {
  const { isOpen, connection, kind, onEdit, onClose } = props
  const test = useTestConnection()
  const { hasFailed, isPassed, mutate } = test
  const { id } = connection
  useEffect(() => mutate({ id }), [mutate, id])
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={
        test.isIdle || test.isPending
          ? t('Testing {name}', { name: connection.name })
          : getTitle(connection.name, hasFailed)
      }
      description={
        hasFailed ? t('The connection is saved. Correct it, or try again later.') : undefined
      }
      footer={
        hasFailed ? (
          <>
            <Button onClick={() => mutate({ id })} isLoading={test.isPending}>
              {t('Try again')}
            </Button>
            <Button ref={takeFocus} variant="primary" onClick={onEdit}>
              {t('Edit')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('Done')}</Button>
            {isPassed && <WayOn connection={connection} kind={kind} />}
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <TestSteps test={test} />
        {isPassed && <TryModel connection={connection} kind={kind} />}
        {kind.storage && isPassed && (
          <FirstModel connectionId={connection.id} storage={kind.storage} />
        )}
      </div>
    </Dialog>
  )
}

const getTitle = (name: string, hasFailed: boolean) =>
  hasFailed ? t('{name} does not work yet', { name }) : t('{name} is connected', { name })

/** Focus the new content, because the form that had the focus is removed. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

function FirstModel(props: ComponentProps<typeof DownloadForm>) {
  const { data } = useQuery(storedModelsQuery(props.connectionId))
  const downloads = useQuery(downloadsQuery()).data?.downloads ?? []
  const hasBegun = downloads.some(({ connectionId }) => connectionId === props.connectionId)
  return data?.models.length === 0 || hasBegun ? <DownloadForm {...props} /> : null
}

function WayOn({ connection, kind }: { connection: Connection; kind: ConnectionKind }) {
  const { data, isFetching } = useQuery(modelsQuery())
  const own = data?.models.filter(({ provider }) => provider === connection.id)
  const chatModel = own?.find((model) => model.kind === 'chat')
  const isWaiting = own?.length === 0 && isFetching
  if (chatModel) {
    return (
      <Link href={`/chat?model=${encodeURIComponent(chatModel.id)}`} asChild>
        <LinkButton ref={takeFocus} variant="primary" icon={<MessageSquare aria-hidden />}>
          {t('Start chatting')}
        </LinkButton>
      </Link>
    )
  }
  if (own?.some((model) => model.kind === '3d')) {
    return (
      <Link href="/" asChild>
        <LinkButton ref={takeFocus} variant="primary" icon={<Box aria-hidden />}>
          {t('Open the studio')}
        </LinkButton>
      </Link>
    )
  }
  if (!isWaiting) return null
  return (
    <Button variant="primary" isLoading>
      {kind.offers.includes('3d') && !kind.offers.includes('chat')
        ? t('Open the studio')
        : t('Start chatting')}
    </Button>
  )
}
