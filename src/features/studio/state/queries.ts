import { withBase } from '#lib/base-path.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { requestJson } from '#api/http/http.ts'

const samplesSchema = z.array(z.object({ file: z.string(), name: z.string() }))
export type Sample = z.infer<typeof samplesSchema>[number]

export const samplesQuery = () =>
  queryOptions({
    queryKey: ['samples'],
    queryFn: ({ signal }) => requestJson(samplesSchema, '/samples/samples.json', { signal }),
    staleTime: Infinity,
  })

/** Returns the file name of a stored sample, which becomes the name of the model. */
export const sampleFileName = ({ name, file }: Sample): string =>
  `${name}${/\.\w+$/.exec(file)?.[0] ?? ''}`

export const sampleUrl = (sample: Sample): string =>
  withBase(`/samples/${encodeURIComponent(sample.file)}`)
