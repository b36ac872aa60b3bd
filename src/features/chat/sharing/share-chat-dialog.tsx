import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Link2Off } from 'lucide-react'
import { useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { putChatShare, readChatShare, revokeChatShare } from '#api/shares.ts'
import type { ChatShareOptions } from '#contract/shares.ts'
import { Button } from '#ui/actions/button.tsx'
import { LinkField } from '#ui/fields/link-field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'

type ShareChatDialogProps = {
  conversationId: string | undefined
  isOpen: boolean
  onClose: () => void
}

const failed = (title: string) => (error: Error) =>
  showToast({ kind: 'error', title, detail: explain(error) })

/** Makes a link to one chat, says what it shows, and takes it back. */
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
    onError: failed('Could not change the link'),
  })
  const revoke = useMutation({
    mutationFn: () => revokeChatShare(conversationId),
    onSuccess: () => client.setQueryData(key, {}),
    onError: failed('Could not revoke the link'),
  })
  const share = state.data?.share
  const options = (put.isPending ? put.variables : share) ?? wanted
  const set = (change: Partial<ChatShareOptions>) => {
    const { withFiles, canContinue } = { ...options, ...change }
    if (share) put.mutate({ withFiles, canContinue })
    else setWanted({ withFiles, canContinue })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Share this chat"
      description="Anyone with the link can read the messages that are shown here, later ones included. They cannot see instructions, reasoning, tool calls or costs."
      footer={
        share ? (
          <Button
            key="revoke"
            icon={<Link2Off aria-hidden />}
            isLoading={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            Revoke link
          </Button>
        ) : (
          <Button
            key="create"
            variant="primary"
            icon={<Link2 aria-hidden />}
            disabled={!state.data}
            isLoading={put.isPending}
            onClick={() => put.mutate(options)}
          >
            Create link
          </Button>
        )
      }
    >
      {state.isPending && <Spinner label="Loading" />}
      {state.error && <p role="alert">{explain(state.error)}</p>}
      {state.data && (
        <div className="flex flex-col gap-3">
          <Switch
            label="Share attachments"
            hint="Pictures and the text of documents."
            checked={options.withFiles}
            onCheckedChange={(withFiles) => set({ withFiles })}
          />
          <Switch
            label="Allow continuing"
            hint="Readers can download the chat or continue it in a copy of their own."
            checked={options.canContinue}
            onCheckedChange={(canContinue) => set({ canContinue })}
          />
          {share && <LinkField url={new URL(share.path, location.href).href} />}
        </div>
      )}
    </Dialog>
  )
}
