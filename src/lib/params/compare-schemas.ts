import { t } from '#lib/language/translate.ts'
import { getParamTitle, type JsonSchema, type ParamSchema } from './param-schema.ts'

export type SchemaDifference = {
  name: string
  title: string
  kind: 'added' | 'removed' | 'changed'
  what?: string
  before?: string
  after?: string
}

const keywords = ['type', 'default', 'enum', 'minimum', 'maximum', 'maxItems', 'maxLength'] as const

const own = ({ properties }: ParamSchema, name: string): JsonSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

export function compareSchemas(before: ParamSchema, after: ParamSchema): SchemaDifference[] {
  const names = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])
  return [...names].flatMap((name): SchemaDifference[] => {
    const [old, now] = [own(before, name), own(after, name)]
    const about = { name, title: getParamTitle(now ?? old, name) }
    if (!old) return [{ ...about, kind: 'added' }]
    if (!now) return [{ ...about, kind: 'removed' }]
    const changed = keywords.flatMap((what) => {
      const [was, is] = [old[what], now[what]].map((value) => JSON.stringify(value))
      if (was === is) return []
      return [
        {
          ...about,
          kind: 'changed' as const,
          what,
          ...shown('before', was),
          ...shown('after', is),
        },
      ]
    })
    const [wasNeeded, isNeeded] = [before, after].map(({ required = [] }) =>
      required.includes(name),
    )
    if (wasNeeded === isNeeded) return changed
    const words = { before: String(wasNeeded), after: String(isNeeded) }
    return [...changed, { ...about, kind: 'changed', what: t('required'), ...words }]
  })
}

const shown = (side: 'before' | 'after', text: string | undefined): Partial<SchemaDifference> =>
  text === undefined ? {} : { [side]: text.slice(0, 200) }
