import { Copy, ExternalLink } from 'lucide-react'
import { LinkButton } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { showToast } from '../feedback/toasts.ts'
import { TextField } from '../fields/text-field.tsx'

/** A link to hand on: to read, copy and open. */
export function LinkField({ url }: { url: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      showToast({ kind: 'success', title: 'Link copied' })
    } catch (error) {
      // The browser may forbid it, and then says so in words that are not meant for people.
      console.warn(error)
      showToast({ kind: 'error', title: 'Your browser blocked copying' })
    }
  }
  return (
    <div className="flex items-center gap-2">
      <TextField
        aria-label="Link"
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        className="flex-1"
      />
      <IconButton
        label="Copy link"
        variant="secondary"
        icon={<Copy aria-hidden />}
        onClick={() => void copy()}
      />
      <LinkButton
        aria-label="Open link"
        href={url}
        target="_blank"
        rel="noreferrer"
        icon={<ExternalLink aria-hidden />}
      />
    </div>
  )
}
