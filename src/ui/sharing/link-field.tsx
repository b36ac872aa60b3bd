import { toMidSentence } from '#lib/format.ts'
import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import Share2 from 'lucide-react/icons/share-2'
import type { ReactNode } from 'react'
import { isTouchFirst } from '#lib/browser/send-key.ts'
import { t } from '#languages/app.ts'
import { Button, LinkButton } from '../actions/button.tsx'
import { showToast } from '../feedback/toasts.ts'
import { TextField } from '../fields/text-field.tsx'

export const LinkField = ({ url }: { url: string }) => (
  <CopyField label={t('Link')} value={url} isMain>
    {typeof navigator.share === 'function' && isTouchFirst() && (
      <Button
        aria-label={t('Share {label}', { label: t('Link') })}
        icon={<Share2 aria-hidden />}
        // The share sheet shows its failures itself, and rejects when the person closes it.
        onClick={() => void navigator.share({ url }).catch(() => {})}
      />
    )}
    <LinkButton
      aria-label={t('Open link')}
      href={url}
      target="_blank"
      rel="noreferrer"
      icon={<ExternalLink aria-hidden />}
    />
  </CopyField>
)

type CopyFieldProps = {
  label: string
  value: string
  isMain?: boolean
  isLabelShown?: boolean
  children?: ReactNode
}

export function CopyField({
  label,
  value,
  isMain = false,
  isLabelShown = false,
  children,
}: CopyFieldProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      showToast({ kind: 'success', title: t('{label} copied', { label }) })
    } catch (error) {
      console.warn(error)
      showToast({ kind: 'error', title: t('Your browser blocked copying') })
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isLabelShown && (
        <span aria-hidden className="-mb-0.5 w-full font-medium">
          {label}
        </span>
      )}
      <TextField
        aria-label={label}
        readOnly
        value={value}
        onFocus={({ target }) => {
          target.select()
          // Browsers scroll a long value to its end.
          target.scrollLeft = 0
        }}
        className="min-w-0 flex-1 text-ellipsis"
      />
      <Button
        aria-label={t('Copy {label}', { label: toMidSentence(label) })}
        variant={isMain ? 'primary' : 'secondary'}
        icon={<Copy aria-hidden />}
        onClick={() => void copy()}
      >
        {t('Copy')}
      </Button>
      {children}
    </div>
  )
}
