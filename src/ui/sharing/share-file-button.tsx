import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { ReadableError } from '#lib/explain.ts'
import { t } from '#languages/app.ts'
import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { reportFailure } from '../feedback/report-failure.ts'
import { Spinner } from '../progress/spinner.tsx'
import { canShareFile, shareFile } from './share-file.ts'

type ShareFileButtonProps = {
  /** Name of the format, such as `STL`. */
  label: string
  name: string
  mimeType: string
  /** Returns the file, or undefined if the failure is already shown. */
  make: () => Promise<Blob | undefined>
  isIcon?: boolean
  isMain?: boolean
  disabled?: boolean
  className?: string
}

/** Renders a button that passes a file to other apps, on phones whose browser can do so. */
export function ShareFileButton(props: ShareFileButtonProps) {
  const { label, name, mimeType, make, isIcon = false, isMain = false, ...rest } = props
  const [isBusy, setIsBusy] = useState(false)
  if (!canShareFile({ name, mimeType })) return null
  const share = async () => {
    setIsBusy(true)
    try {
      const file = await make()
      if (file) await shareFile(new Blob([file], { type: mimeType }), name)
    } catch (error) {
      reportFailure(t('Could not share {label}', { label }))(error)
    } finally {
      setIsBusy(false)
    }
  }
  const variant = isMain ? 'primary' : isIcon ? 'ghost' : 'secondary'
  const text = t('Share {label}', { label })
  const onClick = () => void share()
  return isIcon ? (
    <IconButton
      {...rest}
      label={text}
      variant={variant}
      icon={isBusy ? <Spinner /> : <Share2 aria-hidden />}
      onClick={isBusy ? undefined : onClick}
    />
  ) : (
    <Button
      {...rest}
      variant={variant}
      icon={<Share2 aria-hidden />}
      isLoading={isBusy}
      onClick={onClick}
    >
      {text}
    </Button>
  )
}

const loadMs = 60_000

/**
 * Downloads a file to share it.
 * @throws {ReadableError} if the server does not return the file within a minute.
 */
export async function loadFile(url: string): Promise<Blob> {
  const response = await fetch(url, { signal: AbortSignal.timeout(loadMs) }).catch(() => {
    throw new ReadableError(t('The server cannot be reached. Is it still running?'))
  })
  if (response.ok) return response.blob()
  throw new ReadableError(
    t('The server answered with an error ({status}).', { status: response.status }),
  )
}
