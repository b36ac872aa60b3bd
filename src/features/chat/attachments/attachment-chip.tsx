import FileText from 'lucide-react/icons/file-text'
import ImageOff from 'lucide-react/icons/image-off'
import { useState, type ReactNode } from 'react'
import type { Attachment } from '#contract/chat/chat.ts'
import { formatEncoding } from '#lib/encodings/encodings.ts'
import { formatBytes, formatRoughCount } from '#lib/format.ts'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/app.ts'

type AttachmentChipProps = {
  name: string
  url?: string | undefined
  detail: ReactNode
  isFailed?: boolean
  children?: ReactNode
}

export const AttachmentChip = ({
  name,
  url,
  detail,
  isFailed = false,
  children,
}: AttachmentChipProps) => (
  <span
    className={cn(
      'flex min-h-11 min-w-0 items-center gap-2 rounded-lg border bg-surface pe-1.5 ps-1.5',
      // Show the whole error message, because touch screens have no tooltips.
      isFailed ? 'max-w-96 border-transparent bg-danger-soft py-1.5' : 'max-w-60 border-line',
    )}
  >
    <Sign key={url} url={url} />
    <span className="min-w-0 flex-1 leading-tight">
      <span dir="auto" className="block truncate text-xs font-medium" title={name}>
        {name}
      </span>
      <span
        className={cn(
          'block text-xs',
          isFailed ? 'text-pretty text-danger' : 'truncate text-ink-faint',
        )}
        title={typeof detail === 'string' ? detail : undefined}
      >
        {detail}
      </span>
    </span>
    {children}
  </span>
)

function Sign({ url }: { url: string | undefined }) {
  const [isBroken, setIsBroken] = useState(false)
  if (url !== undefined && !isBroken) {
    return (
      <img
        src={url}
        alt=""
        onError={() => setIsBroken(true)}
        className="size-8 shrink-0 rounded-md bg-pressed object-cover"
      />
    )
  }
  const Icon = url === undefined ? FileText : ImageOff
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-md bg-pressed text-ink-muted">
      <Icon aria-hidden className="size-4" />
    </span>
  )
}

export function formatAttachmentSize(attachment: Attachment): string {
  if (attachment.kind === 'picture') {
    return `${attachment.widthPx} × ${attachment.heightPx} · ${formatBytes(attachment.sizeBytes)}`
  }
  const { pages, textLength, isCut, encoding = 'utf-8', warnings = [] } = attachment
  const parts = [
    ...(pages === undefined ? [] : [t('{pages, plural, one {# page} other {# pages}}', { pages })]),
    t('{textLength} characters{isCut, select, true {, cut} other {}}', {
      textLength: formatRoughCount(textLength),
      isCut,
    }),
    ...(encoding === 'utf-8' ? [] : [formatEncoding(encoding)]),
    ...(warnings.length === 0 ? [] : [t('see what is missing')]),
  ]
  return parts.join(' · ')
}
