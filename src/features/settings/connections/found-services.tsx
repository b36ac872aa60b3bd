import Plug from 'lucide-react/icons/plug'
import type { FoundServiceList } from '#contract/connections.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Monogram } from '#ui/feedback/monogram.tsx'
import { rich, t } from '#languages/settings.ts'

/** A server on this machine that is not connected yet. */
export type FoundService = FoundServiceList['found'][number]

type FoundServicesProps = {
  found: readonly FoundService[]
  onFound: (service: FoundService) => void
}

export function FoundServices({ found, onFound }: FoundServicesProps) {
  return (
    <section aria-label={t('Found on this machine')} className="flex flex-col gap-3">
      {found.map((service) => (
        <button
          key={service.address}
          type="button"
          onClick={() => onFound(service)}
          className="flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-success/30 bg-success-soft px-5 py-4 text-start transition-colors hover:border-success"
        >
          <Monogram name={service.name} size="lg" />
          <span className="min-w-0 flex-1 basis-48">
            <span className="flex flex-wrap items-center gap-2 text-lg font-semibold">
              {t('{name} is running here', { name: service.name })}
              <Badge tone="success">{t('Found')}</Badge>
            </span>
            <span className="block text-ink-muted">
              {rich('Nothing leaves this machine. {span}', {
                address: service.address,
                span: <span className="font-mono">{service.address}</span>,
              })}
            </span>
          </span>
          <span className="inline-flex h-10.5 items-center gap-2 rounded-md bg-accent px-4.5 text-base font-medium text-accent-ink shadow-raised max-sm:w-full max-sm:justify-center">
            <Plug aria-hidden className="size-4" />
            {t('Connect')}
          </span>
        </button>
      ))}
    </section>
  )
}
