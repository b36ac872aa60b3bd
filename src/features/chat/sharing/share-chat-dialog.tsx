import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import { putChatShare, readChatShare, revokeChatShare } from '#api/chat/chat-shares.ts'
import type { ChatShareOptions } from '#contract/chat/chat-shares.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { useGrants } from '#queries/grants.ts'
import { PeopleAccess } from '#ui/sharing/people-access.tsx'
import { ShareDialog } from '#ui/sharing/share-dialog.tsx'
import { t } from '#languages/app.ts'

type ShareChatDialogProps = {
  conversationId: string | undefined
  isOpen: boolean
  onClose: () => void
}

export function ShareChatDialog({ conversationId = '', isOpen, onClose }: ShareChatDialogProps) {
  const client = useQueryClient()
  const key = ['chat', 'share', conversationId]
  const state = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readChatShare(conversationId, signal),
    enabled: isOpen && conversationId !== '',
    staleTime: 0,
  })
  const [wanted, setWanted] = useState<ChatShareOptions>({ withFiles: false, canContinue: false })
  const put = useMutation({
    mutationFn: (options: ChatShareOptions) => putChatShare(conversationId, options),
    onSuccess: (share) => client.setQueryData(key, { share }),
    onError: reportFailure(t('Could not change the link')),
  })
  const revoke = useMutation({
    mutationFn: () => revokeChatShare(conversationId),
    onSuccess: () => client.setQueryData(key, {}),
    onError: reportFailure(t('Could not revoke the link')),
  })
  const share = state.data?.share
  const access = useGrants(
    { kind: 'conversations', id: conversationId },
    isOpen && conversationId !== '',
  )
  const options = (put.isPending ? put.variables : share) ?? wanted
  const set = (change: Partial<ChatShareOptions>) => {
    const { withFiles, canContinue } = { ...options, ...change }
    if (share) put.mutate({ withFiles, canContinue })
    else setWanted({ withFiles, canContinue })
  }
  return (
    <ShareDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Share this chat')}
      description={t(
        'Anyone with the link can read the messages shown here, including later ones, but not instructions, reasoning, tool calls or costs.',
      )}
      isLoaded={state.data !== undefined}
      error={state.error ? explainError(state.error) : undefined}
      path={share?.path}
      onCreate={() =>
        put.mutate(options, {
          onSuccess: () => showToast({ kind: 'success', title: t('Link created') }),
        })
      }
      isCreating={put.isPending}
      onRevoke={() => revoke.mutate()}
      isRevoking={revoke.isPending}
    >
      {access && (
        <PeopleAccess
          {...access}
          hints={{
            viewer: t('Can read everything in this chat, including later messages'),
            editor: t('Can also continue it. Their answers count as their own usage'),
          }}
        />
      )}
      <Switch
        label={t('Share files')}
        hint={t('Pictures, 3D models and the text of documents.')}
        checked={options.withFiles}
        onCheckedChange={(withFiles) => set({ withFiles })}
      />
      <Switch
        label={t('Allow continuing')}
        hint={t('Readers can download the chat or continue it in a copy of their own.')}
        checked={options.canContinue}
        onCheckedChange={(canContinue) => set({ canContinue })}
      />
    </ShareDialog>
  )
}
