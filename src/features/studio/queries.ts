import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { requestJson } from '#api/http.ts'
import { getAsset } from '#api/library.ts'
import { listModels } from '#api/models.ts'
import type { Model3d, ModelList } from '#contract/models.ts'

/** Shared with everything else that shows models: one list, fetched once. */
export const modelsQuery = () =>
  queryOptions({
    queryKey: ['models'],
    queryFn: ({ signal }) => listModels(signal),
    staleTime: 60_000,
  })

export const models3d = ({ models }: ModelList): Model3d[] =>
  models.filter((model) => model.kind === '3d')

/** Everything that the library shows lies under it. */
export const libraryKey = ['library'] as const

/** One stored model. Lies under the library's key, so that what changes there is seen here. */
export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: [...libraryKey, 'asset', id],
    queryFn: ({ signal }) => getAsset(id, signal),
    staleTime: 60_000,
  })

const samplesSchema = z.array(z.object({ file: z.string(), name: z.string() }))
export type Sample = z.infer<typeof samplesSchema>[number]

export const samplesQuery = () =>
  queryOptions({
    queryKey: ['samples'],
    queryFn: ({ signal }) => requestJson(samplesSchema, '/samples/samples.json', { signal }),
    staleTime: Infinity,
  })

/** What a sample is called once it is stored; the model made from it takes its name from there. */
export const sampleFileName = ({ name, file }: Sample): string =>
  `${name}${/\.\w+$/.exec(file)?.[0] ?? ''}`

export const sampleUrl = (sample: Sample): string => `/samples/${encodeURIComponent(sample.file)}`
