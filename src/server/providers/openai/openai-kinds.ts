import type { ProviderKind } from '../../ports/provider-kind.ts'
import { createPrivateCheck } from '../private-service.ts'
import { createOpenAiEmbeddings } from './openai-embeddings.ts'
import { createOpenAiProvider, openAiExample } from './openai-provider.ts'
import { localMarks } from './local-marks.ts'
import { createKeyTest } from './quirks/key-test.ts'
import { vendors, type Vendor } from './vendors.ts'

/** All services that speak OpenAI's chat protocol. */
export const openAiKinds: readonly ProviderKind[] = vendors.map(kindOf)

function kindOf(vendor: Vendor): ProviderKind {
  const { id, name, about, group, baseUrl: usual, hasOwnAddress, key, keyPlaceholder } = vendor
  const marks = localMarks[id]
  const { quirks = {} } = vendor
  return {
    id,
    name,
    about,
    group,
    offers: ['chat'],
    ...(marks && { localMarks: marks }),
    ...(hasOwnAddress && {
      address: {
        ...(usual !== undefined && { default: usual }),
        example: usual ?? vendor.addressExample ?? openAiExample,
      },
      takesHeaders: true,
    }),
    secrets:
      key === 'none'
        ? []
        : [
            {
              id: 'key',
              label: 'API key',
              isRequired: key === 'required',
              ...(keyPlaceholder !== undefined && { placeholder: keyPlaceholder }),
            },
          ],
    ...(vendor.keyUrl !== undefined && { keyUrl: vendor.keyUrl }),
    connect: ({ service, baseUrl: entered, secrets, headers }) => {
      const baseUrl = entered || (usual ?? '')
      const apiKey = secrets['key']
      const { keyTest } = quirks
      return {
        url: baseUrl,
        ...(keyTest !== undefined && {
          checkKeys: createKeyTest({ service, url: baseUrl + keyTest, apiKey }),
        }),
        chat: createOpenAiProvider({ baseUrl, apiKey, headers, service, quirks, knownAs: id }),
        embeddings: createOpenAiEmbeddings({
          service,
          url: `${baseUrl}/embeddings`,
          modelsUrl: `${baseUrl}/models`,
          apiKey,
          headers,
          quirks,
        }),
        llm: {
          service,
          apiKey,
          keyHeader: quirks.keyHeader,
          ...(vendor.hasResponses && { hasResponses: true }),
          headers,
          isInPrivateNetwork: createPrivateCheck(baseUrl),
          // The version is in its address already.
          urlOf: (path) => baseUrl + path.replace(/^\/(?:\w+\/)?v1(?=\/)/, ''),
        },
      }
    },
  }
}
