import { z } from 'zod'
import { asText } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { findPictureParams } from '../../models/openapi/to-param-schema.ts'
import type { ImportForm } from '../../ports/model-import.ts'
import { isModelOutput, formatEndpointName, type GradioApp } from './gradio-app.ts'
import { createGradioForm } from './gradio-form.ts'

export const gradioWireSchema = z.object({ chain: z.array(z.string()).min(1) })

const stepsMax = 10

/**
 * Describes a function of an app, or a sequence of functions such as `preprocess, generate`.
 * @throws {HttpError} `bad_request` with the names of all functions if one does not exist.
 */
export function readGradioModel(app: GradioApp, source: string, title: string): ImportForm {
  const chain = source
    .split(/[\s,>]+/)
    .map((name) => name.replace(/^\/+/, ''))
    .filter((name) => name !== '')
    .slice(0, stepsMax)
  const missing = chain.find((name) => !app.endpoints.has(name))
  const last = app.endpoints.get(chain.at(-1) ?? '')
  if (missing !== undefined || !last) {
    const known = [...app.endpoints.keys()].slice(0, 12).map((name) => `/${name}`)
    const wanted = missing === undefined ? source : `/${missing}`
    throw new HttpError(
      'bad_request',
      known.length > 0
        ? `${title} has no function “${wanted}”. It has ${known.join(', ')}.`
        : `${title} has no function “${wanted}” and none that programs may call.`,
    )
  }
  const paramSchema = createGradioForm(app, chain)
  const outputs = last.outputs.flatMap((id, at) => {
    const component = app.components.get(id)
    if (!component || !isFileOutput(component.type)) return []
    const label = asText(component.props['label']) ?? component.type
    return [{ id: String(at), label, rank: isModelOutput(component) ? 0 : 1 }]
  })
  return {
    model: chain.join('-'),
    name: formatEndpointName(last.name),
    description: `The function ${last.name} of ${app.title === '' ? 'this app' : app.title}.`,
    paramSchema,
    pictures: findPictureParams(paramSchema),
    params: Object.keys(paramSchema.properties),
    outputs: outputs.toSorted((a, b) => a.rank - b.rank).map(({ id, label }) => ({ id, label })),
    wire: { chain } satisfies z.infer<typeof gradioWireSchema>,
  }
}

const isFileOutput = (type: string): boolean => /model3d|file|download/i.test(type)
