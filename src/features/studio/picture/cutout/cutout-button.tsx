import Scissors from 'lucide-react/icons/scissors'
import { useState } from 'react'
import { toMaskUrl } from '#api/pictures.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/studio.ts'
import { checkerboard } from '../checkerboard.ts'
import type { StudioPicture } from '../../state/picture.ts'

const load = async () => (await import('./cutout-dialog.tsx')).CutoutDialog

type CutoutButtonProps = {
  picture: StudioPicture & { id: string }
  rules: PictureRules | undefined
  onDone: (picture: StudioPicture) => void
  /** Name of the picture, for an icon button with the accessible name `Check cut-out of …`. */
  shortFor?: string | undefined
}

export function CutoutButton({ picture, rules, onDone, shortFor }: CutoutButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {shortFor === undefined ? (
        <Button
          size="sm"
          className="rounded-full! ps-1!"
          onClick={() => setIsOpen(true)}
          icon={<Thumbnail picture={picture} />}
        >
          <Scissors aria-hidden />
          {picture.cutFrom ? t('Edit cut-out') : t('Check cut-out')}
        </Button>
      ) : (
        <IconButton
          label={t('Check cut-out of {shortFor}', { shortFor })}
          icon={<Scissors aria-hidden />}
          size="sm"
          variant="secondary"
          className="size-6!"
          onClick={() => setIsOpen(true)}
        />
      )}
      {isOpen && (
        <Loaded
          load={load}
          props={{
            picture,
            rules,
            onClose: () => setIsOpen(false),
            onDone: (done: StudioPicture) => {
              setIsOpen(false)
              onDone(done)
            },
          }}
        />
      )}
    </>
  )
}

const Thumbnail = ({ picture }: { picture: StudioPicture & { id: string } }) => (
  <span style={checkerboard} className="block size-5 overflow-hidden rounded-full">
    <img
      src={picture.url}
      alt=""
      style={
        picture.hasAlpha === true
          ? undefined
          : {
              maskImage: `url("${toMaskUrl(picture.id)}")`,
              maskMode: 'luminance',
              maskSize: 'contain',
              maskPosition: 'center',
              maskRepeat: 'no-repeat',
            }
      }
      className="size-full object-contain"
    />
  </span>
)
