import type { ReactNode } from 'react'
import { isLoopbackName } from '#lib/links/loopback-name.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/studio.ts'

const loadQrCode = async () => (await import('#ui/sharing/qr-code.tsx')).QrCode

/** Returns whether other devices can reach an address of this page. */
export const isReachableByPhone = ({ hostname }: URL): boolean => !isLoopbackName(hostname)

/**
 * Renders an address as a QR code with content below, or a sentence if no phone can reach the
 * address.
 */
export const PhoneQrCode = ({ url, children }: { url: URL; children: ReactNode }) =>
  isReachableByPhone(url) ? (
    <div className="grid justify-items-center gap-4">
      <Loaded load={loadQrCode} props={{ text: url.href, label: t('QR code for the phone') }} />
      {children}
    </div>
  ) : (
    <p className="text-pretty text-ink-muted">
      {t(
        'This address works on this computer only. Open Bozzetto under an address that your phone can reach, then try again.',
      )}
    </p>
  )
