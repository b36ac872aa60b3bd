import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { LinkButton } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { showToast } from '../feedback/toasts.ts'
import { TextField } from '../fields/text-field.tsx'

export const LinkField = ({ url }: { url: string }) => (
  <CopyField label="Link" value={url}>
    <LinkButton
      aria-label="Open link"
      href={url}
      target="_blank"
      rel="noreferrer"
      icon={<ExternalLink aria-hidden />}
    />
  </CopyField>
)

type CopyFieldProps = { label: string; value: string; children?: ReactNode }

export function CopyField({ label, value, children }: CopyFieldProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      showToast({ kind: 'success', title: `${label} copied` })
    } catch (error) {
      // Users would not understand the browser's error message.
      console.warn(error)
      showToast({ kind: 'error', title: 'Your browser blocked copying' })
    }
  }
  return (
    <div className="flex items-center gap-2">
      <TextField
        aria-label={label}
        readOnly
        value={value}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1"
      />
      <IconButton
        label={`Copy ${label.toLowerCase()}`}
        variant="secondary"
        icon={<Copy aria-hidden />}
        onClick={() => void copy()}
      />
      {children}
    </div>
  )
}
