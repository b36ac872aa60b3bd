import { withBase } from '#lib/base-path.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listPictures } from '#api/pictures.ts'
import type { PictureFile } from '#contract/files.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/studio.ts'
import { newPhoneCode } from '../picture/new-phone-code.ts'
import { isReachableByPhone, PhoneQrCode } from '../picture/phone-qr-code.tsx'
import { pathOfCapture, startOfNames } from './capture-session.ts'

const askedEveryMs = 2_000
/** Number of requested pictures. A scan has fewer, and a hidden tab receives all of them at once. */
const picturesAsked = 200

type ScanPhoneDialogProps = {
  onPictures: (pictures: readonly PictureFile[]) => void
  onClose: () => void
}

/**
 * Renders a QR code for taking the photos of a scan with a phone, and receives the phone's photos.
 */
export function ScanPhoneDialog({ onPictures, onClose }: ScanPhoneDialogProps) {
  const [code] = useState(newPhoneCode)
  const url = new URL(withBase(pathOfCapture({ code })), location.href)
  const { data } = useQuery({
    queryKey: ['pictures', 'scan', code],
    queryFn: ({ signal }) =>
      listPictures({ limit: picturesAsked, name: startOfNames(code) }, signal),
    refetchInterval: askedEveryMs,
    staleTime: 0,
    gcTime: 0,
    enabled: isReachableByPhone(url),
  })
  const handed = useRef(new Set<string>())
  const [count, setCount] = useState(0)
  const take = useEffectEvent((pictures: readonly PictureFile[]) => {
    const fresh = pictures.filter(({ id }) => !handed.current.has(id))
    if (fresh.length === 0) return
    for (const { id } of fresh) handed.current.add(id)
    setCount(handed.current.size)
    onPictures(fresh.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })))
  })
  useEffect(() => take(data?.pictures ?? []), [data])

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Walk round with a phone')}
      description={t(
        'Scan the code with the phone’s camera and sign in there. Photos appear here as the phone takes them.',
      )}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <PhoneQrCode url={url}>
        <p aria-live="polite" className="text-ink-muted tabular-nums">
          {count === 0 ? t('No photo is here yet.') : t('{count} photos are here.', { count })}
        </p>
        {url.protocol === 'http:' && (
          <p className="text-center text-xs text-pretty text-ink-faint">
            {t(
              'Over plain HTTP, phones do not let a page use the camera. Take a video or photos with the phone’s own camera and choose them on the page, or set up HTTPS.',
            )}
          </p>
        )}
      </PhoneQrCode>
    </Dialog>
  )
}
