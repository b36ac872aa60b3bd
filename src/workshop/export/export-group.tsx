import Download from 'lucide-react/icons/download'
import { type ReactNode, useId } from 'react'
import { cn } from '#ui/cn.ts'
import { Tile } from '#ui/feedback/tile.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { buttonClass } from '#ui/actions/button-class.ts'

type ExportGroupProps = {
  title: string
  hint?: string | undefined
  icon: ReactNode
  tone?: 'accent' | 'neutral'
  children: ReactNode
}

export function ExportGroup({ title, hint, icon, tone = 'neutral', children }: ExportGroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center gap-2.5">
        <Tile icon={icon} tone={tone} />
        <div className="min-w-0">
          <h4 id={id} className="font-semibold">
            {title}
          </h4>
          {hint !== undefined && <p className="text-xs text-ink-muted">{hint}</p>}
        </div>
      </div>
      <ul className="card divide-y divide-line">{children}</ul>
    </section>
  )
}

type ExportRowProps = {
  format: string
  title: string
  detail: ReactNode
  badge?: string | undefined
  aside?: string | undefined
  action: ReactNode
  children?: ReactNode
}

export const ExportRow = (props: ExportRowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 py-2 pe-2 ps-3">
    <span className="w-9 shrink-0 font-mono text-xs text-ink-muted">{props.format}</span>
    <div className="min-w-0 flex-1">
      <p className="flex items-center gap-1.5 font-medium">
        {props.title}
        {props.badge !== undefined && <Badge tone="accent">{props.badge}</Badge>}
      </p>
      <div className="text-xs text-pretty text-ink-muted">{props.detail}</div>
    </div>
    {props.aside !== undefined && (
      <span className="text-xs text-ink-muted tabular-nums">{props.aside}</span>
    )}
    {props.action}
    {props.children}
  </li>
)

type SaveButtonProps = {
  label: string
  isBest: boolean
  isLoading: boolean
  disabled: boolean
  onClick: () => void
}

export const SaveButton = ({ label, isBest, isLoading, disabled, onClick }: SaveButtonProps) => (
  <IconButton
    label={label}
    variant={isBest ? 'primary' : 'ghost'}
    icon={isLoading ? <Spinner /> : <Download aria-hidden />}
    disabled={disabled}
    aria-busy={isLoading || undefined}
    onClick={isLoading ? undefined : onClick}
  />
)

type SaveLinkProps = { label: string; href: string; download: string }

export const SaveLink = ({ label, href, download }: SaveLinkProps) => (
  <a
    href={href}
    download={download}
    aria-label={label}
    data-tooltip={label}
    className={cn(buttonClass('ghost'), 'size-8 [&_svg]:size-4')}
  >
    <Download aria-hidden />
  </a>
)
