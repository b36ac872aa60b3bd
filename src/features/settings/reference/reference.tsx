import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import CloudOff from 'lucide-react/icons/cloud-off'
import FileJson from 'lucide-react/icons/file-braces'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { explainError } from '#lib/explain.ts'
import type { Reference as ReferenceData } from '#api/reference.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { settingsQueries } from '../queries/settings-queries.ts'
import { OperationEntry } from './operation-entry.tsx'
import { Prose } from './prose.tsx'

export function ApiReference() {
  const reference = useQuery(settingsQueries.reference())

  useEffect(() => {
    const before = document.title
    document.title = t('API reference · Bozzetto')
    return () => {
      document.title = before
    }
  }, [])

  function inside(): ReactNode {
    if (reference.data) return <Contents reference={reference.data} />
    if (!reference.error) {
      return (
        <div className="grid h-full place-items-center text-ink-faint">
          <Spinner label={t('Loading')} className="size-5" />
        </div>
      )
    }
    return (
      <EmptyState
        icon={<CloudOff />}
        title={t('Could not load the reference')}
        action={
          <Button isLoading={reference.isFetching} onClick={() => void reference.refetch()}>
            {t('Try again')}
          </Button>
        }
      >
        {explainError(reference.error)}
      </EmptyState>
    )
  }

  return (
    <div className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-4 md:px-6">
        <Link
          href="/settings"
          aria-label={t('Back to settings')}
          data-tooltip={t('Back to settings')}
          className="-ms-2 grid size-8 place-items-center rounded-md text-ink-muted touch-target hover:bg-hover hover:text-ink [&_svg]:size-4"
        >
          <ChevronLeft aria-hidden />
        </Link>
        <h1 className="text-base font-semibold tracking-tight">{t('API reference')}</h1>
        <LinkButton
          href="/openapi.json"
          target="_blank"
          rel="noreferrer"
          size="sm"
          icon={<FileJson aria-hidden />}
          className="ms-auto"
        >
          {t('OpenAPI')}
        </LinkButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto bg-surface">{inside()}</div>
    </div>
  )
}

const Contents = ({ reference }: { reference: ReferenceData }) => (
  <div className="mx-auto flex max-w-3xl flex-col gap-12 px-4 py-8 md:px-6 md:py-10">
    {reference.tags.map(({ name, description }) => (
      <section key={name} aria-label={name} className="flex flex-col gap-4">
        <div>
          <h2 className="text-lg font-semibold tracking-tight">{name}</h2>
          <p className="mt-1 text-pretty text-ink-muted">{description}</p>
        </div>
        <div className={cardClass}>
          {findOperations(reference, name).map(({ path, method, operation }) => (
            <OperationEntry
              key={operation.operationId}
              path={path}
              method={method}
              operation={operation}
              schemas={reference.components.schemas}
            />
          ))}
        </div>
      </section>
    ))}
    <Prose markdown={reference.info.description} />
    <ErrorCodes errors={reference['x-errors']} />
  </div>
)

const findOperations = ({ paths }: ReferenceData, tag: string) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Leave out aliases. The reference lists an alias with the operation that the alias repeats.
      .filter(([, { tags, ...rest }]) => tags.includes(tag) && rest['x-alias-of'] === undefined)
      .map(([method, operation]) => ({ path, method, operation })),
  )

const ErrorCodes = ({ errors }: { errors: readonly { code: string; status: number }[] }) => (
  <section aria-label={t('Error codes')} className="flex flex-col gap-3">
    <div>
      <h2 className="text-lg font-semibold tracking-tight">{t('Error codes')}</h2>
      <p className="mt-1 max-w-prose text-pretty text-ink-muted">
        {t(
          'A status can have several codes. Chat uses OpenAI’s names where they exist; generation uses capitals.',
        )}
      </p>
    </div>
    <ul className="columns-2 gap-6 sm:columns-3">
      {errors.map(({ code, status }) => (
        <li key={code} className="flex break-inside-avoid gap-3 py-1 font-mono text-xs">
          <span className="text-ink-faint tabular-nums">{status}</span>
          <span className="wrap-anywhere">{code}</span>
        </li>
      ))}
    </ul>
  </section>
)
