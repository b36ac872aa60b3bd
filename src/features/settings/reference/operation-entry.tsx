import { basePath } from '#lib/base-path.ts'
import ChevronRight from 'lucide-react/icons/chevron-right'
import LockOpen from 'lucide-react/icons/lock-open'
import type { ReactNode } from 'react'
import type { ReferenceSchema, ReferenceOperation } from '#api/reference.ts'
import { ownValue } from '#lib/own-value.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { t } from '#languages/settings.ts'
import { formatCurl } from './curl.ts'
import { InlineProse } from './prose.tsx'
import { SchemaFields } from './schema-fields.tsx'

type Schemas = Readonly<Record<string, ReferenceSchema>>

type OperationEntryProps = {
  path: string
  method: string
  operation: ReferenceOperation
  schemas: Schemas
}

const tones = { get: 'success', post: 'accent', put: 'warning', delete: 'danger' } as const

const getMethodTone = (method: string) => ownValue(tones, method) ?? 'neutral'

export const OperationEntry = ({ path, method, operation, schemas }: OperationEntryProps) => (
  <details className="group/operation">
    <summary className="flex min-h-12 list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2.5 select-none hover:bg-hover">
      <ChevronRight
        aria-hidden
        className="size-3.5 shrink-0 text-ink-faint transition-transform group-open/operation:rotate-90"
      />
      <Badge tone={getMethodTone(method)} className="min-w-12 justify-center font-mono">
        {method.toUpperCase()}
      </Badge>
      <code className="min-w-0 font-mono text-xs wrap-anywhere">{path}</code>
      <span className="ms-auto text-end text-xs text-ink-muted max-md:w-full max-md:ps-6.5 max-md:text-start">
        {operation.summary}
      </span>
    </summary>
    <div className="flex flex-col gap-5 border-t border-line bg-surface px-4 pt-4 pb-5">
      <About operation={operation} />
      <Parameters operation={operation} />
      {Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema = {} }]) => (
        <Block key={type} title={t('Request body')} aside={type}>
          <SchemaFields schema={schema} schemas={schemas} />
        </Block>
      ))}
      {getResponses(operation).map(({ status, type, description, schema }) => (
        <Block
          key={`${status} ${type}`}
          title={status === 'default' ? t('Error') : t('Response {status}', { status })}
          aside={type}
        >
          <p className="text-xs text-pretty text-ink-muted">
            <InlineProse text={description} />
          </p>
          {schema && <SchemaFields schema={schema} schemas={schemas} />}
        </Block>
      ))}
      <Block title={t('Command line')}>
        <pre
          // Scrollable elements must be focusable.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="overflow-x-auto rounded-lg border border-line bg-surface-sunken p-3 font-mono text-xs"
        >
          {formatCurl({ origin: location.origin + basePath, path, method, operation })}
        </pre>
      </Block>
    </div>
  </details>
)

function About({ operation }: { operation: ReferenceOperation }) {
  const { description, deprecated, security, 'x-aliases': aliases } = operation
  const isOpen = security?.length === 0
  return (
    <div className="flex flex-col gap-2 text-ink-muted empty:hidden">
      {deprecated && <Badge tone="warning">{t('Deprecated')}</Badge>}
      {description !== undefined && (
        <p className="max-w-prose text-pretty">
          <InlineProse text={description} />
        </p>
      )}
      {isOpen && (
        <p className="flex items-center gap-1.5 text-xs">
          <LockOpen aria-hidden className="size-3.5" /> {t('Needs no key.')}
        </p>
      )}
      {aliases && (
        <p className="text-xs wrap-anywhere">
          {t('Also at')}{' '}
          {aliases.map((alias, index) => (
            <span key={alias}>
              {index > 0 && ', '}
              <code className="font-mono">{alias}</code>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

function Parameters({ operation: { parameters } }: { operation: ReferenceOperation }) {
  if (!parameters) return null
  return (
    <Block title={t('URL and headers')}>
      <dl className="divide-y divide-line border-y border-line">
        {parameters.map(({ name, in: where, description }) => (
          <div key={`${where} ${name}`} className="flex flex-wrap gap-x-3 py-1.5 text-xs">
            <dt className="font-mono">{name}</dt>
            <dd className="min-w-0 flex-1 text-ink-muted">
              <span className="text-ink-faint">{where}</span>
              {description !== undefined && <> · {description}</>}
            </dd>
          </div>
        ))}
      </dl>
    </Block>
  )
}

function getResponses({ responses }: ReferenceOperation) {
  return Object.entries(responses).flatMap(([status, { description, content }]) => {
    const kinds = Object.entries(content ?? {})
    if (kinds.length === 0) return [{ status, type: '', description, schema: undefined }]
    return kinds.map(([type, { schema }]) => ({ status, type, description, schema }))
  })
}

type BlockProps = { title: string; aside?: string; children: ReactNode }

const Block = ({ title, aside, children }: BlockProps) => (
  <section className="flex flex-col gap-2">
    <div className="flex items-baseline justify-between gap-3">
      <h3 className="text-xs font-medium">{title}</h3>
      {aside !== undefined && <span className="font-mono text-xs text-ink-faint">{aside}</span>}
    </div>
    {children}
  </section>
)
