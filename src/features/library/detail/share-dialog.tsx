import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Link2Off } from 'lucide-react'
import { explain } from '#api/http/errors.ts'
import { createShare, readShare, revokeShare } from '#api/shares.ts'
import type { Asset } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { LinkField } from '#ui/fields/link-field.tsx'
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
      {share && <LinkField url={new URL(share.path, location.href).href} />}
    </Dialog>
  )
}
