import type { Picture } from '../../state/picture.ts'
import { AddressDialog } from './address-dialog.tsx'
import { RecentDialog } from './recent-dialog.tsx'
import { WebcamDialog } from './webcam-dialog.tsx'

type SourceDialogsProps = {
  open: 'address' | 'webcam' | 'recent'
  onClose: () => void
  /** A picture that is still to be sent. */
  onFile: (file: Blob, name: string) => void
  /** A picture that is stored already. */
  onPicture: (picture: Picture) => void
}

/** The dialogs behind the menu of sources. They close when there is a picture. */
export function SourceDialogs({ open, onClose, onFile, onPicture }: SourceDialogsProps) {
  const taken = (picture: Picture) => {
    onClose()
    onPicture(picture)
  }
  if (open === 'address') return <AddressDialog onPicture={taken} onClose={onClose} />
  if (open === 'recent') return <RecentDialog onPicture={taken} onClose={onClose} />
  return (
    <WebcamDialog
      onClose={onClose}
      onPhoto={(photo) => {
        onClose()
        onFile(photo, 'Photo.jpg')
      }}
    />
  )
}
