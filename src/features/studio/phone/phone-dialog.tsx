import { withBase } from '#lib/base-path.ts'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listPictures } from '#api/pictures.ts'
import type { PictureFile } from '#contract/files.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/studio.ts'
import { toPicture, type StudioPicture } from '../state/picture.ts'
import { newPhoneCode } from '../picture/new-phone-code.ts'
import { isReachableByPhone, PhoneQrCode } from '../picture/phone-qr-code.tsx'
import { pathOfSession, sideOfFile } from './session.ts'

const askedEveryMs = 2_000
const picturesAsked = 24

type PhoneDialogProps = {
  sides: readonly string[]
  frontId: string | undefined
  onPictures: (pictures: ReadonlyMap<number, StudioPicture>) => void
  onClose: () => void
}

export function PhoneDialog({ sides, frontId, onPictures, onClose }: PhoneDialogProps) {
  const [code] = useState(newPhoneCode)
  // Keeps the sides that were missing at first, because the QR code must not change when a picture
  // arrives.
  const [asked] = useState(sides)
  const url = new URL(withBase(pathOfSession({ code, sides: asked, frontId })), location.href)
  const { data } = useQuery({
    queryKey: ['pictures', 'phone', code],
    queryFn: ({ signal }) => listPictures({ limit: picturesAsked }, signal),
    refetchInterval: askedEveryMs,
    staleTime: 0,
    gcTime: 0,
    enabled: isReachableByPhone(url),
  })
  const here = findLatest(code, data?.pictures ?? [])
  const handed = useRef(new Map<number, string>())
  const take = useEffectEvent((found: ReadonlyMap<number, PictureFile>) => {
    const fresh = [...found].filter(([side, { id }]) => handed.current.get(side) !== id)
    if (fresh.length === 0) return
    for (const [side, { id }] of fresh) handed.current.set(side, id)
    onPictures(new Map(fresh.map(([side, file]) => [side, toPicture(file)])))
  })
  useEffect(() => take(findLatest(code, data?.pictures ?? [])), [code, data])

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Photograph with a phone')}
      description={t(
        'Scan the code with the phone’s camera and sign in there. Pictures appear here as you take them.',
      )}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <PhoneQrCode url={url}>
        <ul aria-live="polite" className="flex flex-wrap justify-center gap-x-4 gap-y-1">
          {asked.map((side, at) => (
            <li key={side} className={here.has(at) ? '' : 'text-ink-muted'}>
              {here.has(at) && <Check aria-hidden className="me-1 inline size-4 text-accent" />}
              {side}
              <span className="sr-only">
                {here.has(at) ? ` ${t('is here')}` : ` ${t('is missing')}`}
              </span>
            </li>
          ))}
        </ul>
      </PhoneQrCode>
    </Dialog>
  )
}

function findLatest(code: string, pictures: readonly PictureFile[]): Map<number, PictureFile> {
  const found = new Map<number, PictureFile>()
  for (const file of pictures) {
    const side = sideOfFile(code, file.name)
    if (side !== undefined && !found.has(side)) found.set(side, file)
  }
  return found
}
