import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, ExternalLink, Link2, Link2Off } from 'lucide-react'
import { explain } from '#api/http/errors.ts'
import { createShare, readShare, revokeShare } from '#api/shares.ts'
import type { Asset } from '#contract/assets.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { showToast } from '#ui/feedback/toasts.ts'

type ShareDialogProps = { asset: Asset; isOpen: boolean; onClose: () => void }

const failed = (title: string) => (error: Error) =>
  showToast({ kind: 'error', title, detail: explain(error) })

const keyOf = (id: string) => ['share', id] as const

/** Makes a link to one model, shows it, and takes it back. */
export function ShareDialog({ asset, isOpen, onClose }: ShareDialogProps) {
  const client = useQueryClient()
  const state = useQuery({
    queryKey: keyOf(asset.id),
    queryFn: ({ signal }) => readShare(asset.id, signal),
    enabled: isOpen,
    staleTime: 0,
  })
  const create = useMutation({
    mutationFn: () => createShare(asset.id),
    onSuccess: (share) => client.setQueryData(keyOf(asset.id), { share }),
    onError: failed('Could not create the link'),
  })
  const revoke = useMutation({
    mutationFn: () => revokeShare(asset.id),
    onSuccess: () => client.setQueryData(keyOf(asset.id), {}),
    onError: failed('Could not revoke the link'),
  })
  const share = state.data?.share
  const url = share && new URL(share.path, location.href).href

  async function copy() {
    try {
      await navigator.clipboard.writeText(url ?? '')
      showToast({ kind: 'success', title: 'Link copied' })
    } catch (error) {
      // The browser may forbid it, and then says so in words that are not meant for people.
      console.warn(error)
      showToast({ kind: 'error', title: 'Your browser blocked copying' })
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Share"
      description="Anyone with the link can view and download this model. They cannot see its picture, its settings or your library."
      footer={
        share ? (
          // Keys of their own: one shall not turn into the other under the pointer.
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
            isLoading={create.isPending}
            onClick={() => create.mutate()}
          >
            Create link
          </Button>
        )
      }
    >
      {state.isPending && <Spinner label="Loading" />}
      {state.error && <p role="alert">{explain(state.error)}</p>}
      {state.data && !share && <p className="text-ink-muted">This model is not shared.</p>}
      {url !== undefined && (
        <div className="flex items-center gap-2">
          <TextField
            aria-label="Link"
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
            className="flex-1"
          />
          <IconButton
            label="Copy link"
            variant="secondary"
            icon={<Copy aria-hidden />}
            onClick={() => void copy()}
          />
          <LinkButton
            aria-label="Open link"
            href={url}
            target="_blank"
            rel="noreferrer"
            icon={<ExternalLink aria-hidden />}
          />
        </div>
      )}
    </Dialog>
  )
}
