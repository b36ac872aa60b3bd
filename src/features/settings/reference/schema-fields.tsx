import type { ReferenceSchema } from '#api/reference.ts'
import { t } from '#languages/settings.ts'
import { InlineProse } from './prose.tsx'
import { describeType, getSchemaFields, type Schemas } from './read-schema.ts'

type SchemaFieldsProps = {
  schema: ReferenceSchema
  schemas: Schemas
  depth?: number
}

const depthMax = 4

export function SchemaFields({ schema, schemas, depth = 0 }: SchemaFieldsProps) {
  const fields = getSchemaFields(schema, schemas)
  if (fields.length === 0) return null
  return (
    <ul className={depth === 0 ? 'border-y border-line' : 'mt-1 ms-1 border-s border-line ps-3'}>
      {fields.map(({ name, schema: field, isRequired }) => (
        <li key={name} className="border-line py-1.5 text-xs not-first:border-t">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono">{name}</code>
            <span className="text-ink-faint">{describeType(field, schemas)}</span>
            {isRequired && <span className="text-accent">{t('required')}</span>}
          </div>
          {typeof field['description'] === 'string' && (
            <p className="mt-0.5 text-pretty text-ink-muted">
              <InlineProse text={field['description']} />
            </p>
          )}
          {depth < depthMax && <SchemaFields schema={field} schemas={schemas} depth={depth + 1} />}
        </li>
      ))}
    </ul>
  )
}
