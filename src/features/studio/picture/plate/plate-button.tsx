import Frame from 'lucide-react/icons/frame'
import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/studio.ts'
import type { StudioPicture } from '../../state/picture.ts'

const load = async () => (await import('./plate-dialog.tsx')).PlateDialog

export function PlateButton({ picture }: { picture: StudioPicture }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Frame aria-hidden />}
        data-tooltip={t('A picture to print: it shows in front of a lamp, or as heights')}
        onClick={() => setIsOpen(true)}
      >
        {t('Lithophane or relief')}
      </Button>
      {isOpen && <Loaded load={load} props={{ picture, onClose: () => setIsOpen(false) }} />}
    </>
  )
}
