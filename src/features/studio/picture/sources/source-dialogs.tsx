import type { StudioPicture } from '../../state/picture.ts'
import { AddressDialog } from './address-dialog.tsx'
import { RecentDialog } from './recent-dialog.tsx'
import { WebcamDialog } from './webcam-dialog.tsx'

type SourceDialogsProps = {
  open: 'address' | 'webcam' | 'recent'
  onClose: () => void
  onFile: (file: Blob, name: string) => void
  onPicture: (picture: StudioPicture) => void
}

export function SourceDialogs({ open, onClose, onFile, onPicture }: SourceDialogsProps) {
  const taken = (picture: StudioPicture) => {
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
