import type { Model3d } from '#contract/models.ts'
import { asText, asTexts } from '#lib/fields.ts'
import { getChoices, getParamTitle } from '#lib/params/param-schema.ts'
import { readParams } from '#lib/params/read-part.ts'
import { readRules } from '#lib/params/check/rules.ts'
import { describeRange, formatValue } from '#lib/params/check/sentences.ts'
import { exampleParams } from './model-example.ts'

/** Describes a model in Markdown: its output, an example request, and each param. */
export function skillDocument({ id, name, description, limits, paramSchema }: Model3d): string {
  const body = { model: id, input: [{ params: exampleParams(paramSchema) }] }
  const required = new Set(asTexts(paramSchema.required))
  const rows = [...readParams(paramSchema)].map(([param, { schema: field }]) => {
    const allowed = getChoices(field)
      ?.map(({ value }) => `\`${String(value)}\``)
      .join(', ')
    const range = 'minimum' in field || 'maximum' in field ? describeRange(field) : undefined
    const preset = 'default' in field ? `default ${formatValue(field['default'])}` : undefined
    const notes = [allowed, range, preset].filter((note) => note !== undefined).join('; ')
    const about = asText(field['description']) ?? getParamTitle(field, param)
    const type = Array.isArray(field['type']) ? asTexts(field['type']).join(' or ') : field['type']
    return `| \`${param}\` | ${asText(type) ?? 'any'} | ${required.has(param) ? 'yes' : 'no'} | ${cell(about)} | ${cell(notes)} |`
  })
  const rules = readRules(paramSchema).map(({ message }) => `- ${message}`)
  return [
    `# ${name}`,
    description,
    limits,
    '## Request',
    `\`\`\`\nPOST /model/v1/generation\n${JSON.stringify(body, undefined, 2)}\n\`\`\``,
    '## Params',
    [
      '| Param | Type | Required | Meaning | Values |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    ...(rules.length > 0 ? ['## Rules', rules.join('\n')] : []),
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
