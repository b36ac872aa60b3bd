import { withBase } from '#lib/base-path.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { requestJson } from '#api/http/http.ts'
import { t } from '#languages/studio.ts'
import { ownValue } from '#lib/own-value.ts'

const samplesSchema = z.array(z.object({ file: z.string(), name: z.string() }))
export type Sample = z.infer<typeof samplesSchema>[number]

/** Names of the samples by their English name. */
const sampleNames: Readonly<Record<string, string>> = {
  'Teddy bear': t('Teddy bear'),
  Rocket: t('Rocket'),
  Amphora: t('Amphora'),
  Lion: t('Lion'),
  Robot: t('Robot'),
  'T-rex': t('T-rex'),
}

export const samplesQuery = () =>
  queryOptions({
    queryKey: ['samples'],
    queryFn: async ({ signal }) => {
      const samples = await requestJson(samplesSchema, '/samples/samples.json', { signal })
      return samples.map((sample) => ({
        ...sample,
        name: ownValue(sampleNames, sample.name) ?? sample.name,
      }))
    },
    staleTime: Infinity,
  })

/** Returns the file name of a stored sample, which becomes the name of the model. */
export const sampleFileName = ({ name, file }: Sample): string =>
  `${name}${/\.\w+$/.exec(file)?.[0] ?? ''}`

export const sampleUrl = (sample: Sample): string =>
  withBase(`/samples/${encodeURIComponent(sample.file)}`)
