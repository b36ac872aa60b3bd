import { useMutation, useQueryClient } from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { deleteDocument } from '#api/documents.ts'
import { deletePicture } from '#api/pictures.ts'
import type { Attachment } from '#contract/chat/chat.ts'
import { useLocation } from 'wouter'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import { formatAttachmentSize } from './attachment-chip.tsx'
import { DocumentView } from './document-view.tsx'

type FileDialogProps = { attachment: Attachment | undefined; onClose: () => void }

export const FileDialog = ({ attachment, onClose }: FileDialogProps) => (
  <Dialog
    isOpen={attachment !== undefined}
    onClose={onClose}
    title={attachment?.name ?? ''}
    description={attachment && formatAttachmentSize(attachment)}
    size="lg"
    footer={
      attachment && (
        <>
          <DeleteButton attachment={attachment} onDeleted={onClose} />
          {attachment.kind === 'picture' && <PictureActions picture={attachment} />}
        </>
      )
    }
  >
    {attachment?.kind === 'picture' && <FullPicture key={attachment.id} picture={attachment} />}
    {attachment?.kind === 'document' && <DocumentView id={attachment.id} />}
  </Dialog>
)

function FullPicture({ picture }: PictureActionsProps) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken)
    return <p role="alert">{t('This picture could not be loaded. It may have been deleted.')}</p>
  return (
    <img
      src={picture.url}
      alt={picture.name}
      onError={() => setIsBroken(true)}
      className="mx-auto max-h-[75dvh] max-w-full rounded-lg object-contain"
    />
  )
}

type PictureActionsProps = { picture: Extract<Attachment, { kind: 'picture' }> }

function PictureActions({ picture }: PictureActionsProps) {
  const [, navigate] = useLocation()
  const studio = `/?picture=${picture.id}`
  return (
    <>
      <LinkButton href={picture.url} download={picture.name} icon={<Download aria-hidden />}>
        {t('Download')}
      </LinkButton>
      <LinkButton
        href={studio}
        variant="primary"
        icon={<Box aria-hidden />}
        onClick={(event) => {
          event.preventDefault()
          navigate(studio)
        }}
      >
        {t('Make a 3D model')}
      </LinkButton>
    </>
  )
}

type DeleteButtonProps = { attachment: Attachment; onDeleted: () => void }

function DeleteButton({ attachment, onDeleted }: DeleteButtonProps) {
  const { id, kind, name } = attachment
  const [isAsking, setIsAsking] = useState(false)
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => (kind === 'picture' ? deletePicture(id) : deleteDocument(id)),
    onSuccess: () => {
      showToast({ title: t('Deleted “{name}”', { name }), kind: 'success' })
      onDeleted()
      // Other conversations and the studio may show the deleted file, so reload all queries.
      return client.invalidateQueries()
    },
    onError: reportFailure(t('Could not delete “{name}”', { name })),
  })
  return (
    <>
      <Button icon={<Trash2 aria-hidden />} onClick={() => setIsAsking(true)}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
        isBusy={remove.isPending}
        isDangerous
        title={t('Delete this {kind} permanently?', { kind })}
        description={
          kind === 'picture'
            ? t(
                'It is removed from the server and from all messages. Models made from it are kept. This cannot be undone.',
              )
            : t('It is removed from the server and from all messages. This cannot be undone.')
        }
        confirmLabel={t('Delete')}
      />
    </>
  )
}
