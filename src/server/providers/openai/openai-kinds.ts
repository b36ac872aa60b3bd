import type { ProviderKind } from '../../ports/provider-kind.ts'
import { createPrivateCheck } from '../private-service.ts'
import { createOpenAiEmbeddings } from './openai-embeddings.ts'
import { createOpenAiProvider, openAiExample } from './openai-provider.ts'
import { localMarks } from './local-marks.ts'
import { createKeyTest } from './quirks/key-test.ts'
import { createVoice } from './voice/create-voice.ts'
import { vendors, type Vendor } from './vendors.ts'
import { ownValue } from '#lib/own-value.ts'

export const openAiKinds: readonly ProviderKind[] = vendors.map(getKind)

const vendorAt = (address: string): Vendor | undefined =>
  vendors.find(({ baseUrl }) => baseUrl?.startsWith('https:') && isSameHost(baseUrl, address))

const isSameHost = (one: string, other: string): boolean =>
  URL.canParse(other) && new URL(one).host === new URL(other).host

function getKind(vendor: Vendor): ProviderKind {
  const { id, name, about, group, baseUrl: usual, hasOwnAddress, key, keyPlaceholder } = vendor
  const marks = ownValue(localMarks, id)
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
    ...(vendor.quirks?.responses && { choosesChatApi: true }),
    connect: ({ service, baseUrl: entered, secrets, headers, chatApi }) => {
      const baseUrl = entered || (usual ?? '')
      const apiKey = secrets['key']
      const known = group === 'custom' ? (vendorAt(baseUrl) ?? vendor) : vendor
      const { quirks = {} } = known
      const { keyTest } = quirks
      return {
        url: baseUrl,
        ...(keyTest !== undefined && {
          checkKeys: createKeyTest({ service, url: baseUrl + keyTest, apiKey }),
        }),
        chat: createOpenAiProvider({
          baseUrl,
          apiKey,
          headers,
          service,
          quirks,
          chatApi,
          knownAs: known.id,
        }),
        embeddings: createOpenAiEmbeddings({
          service,
          url: `${baseUrl}/embeddings`,
          modelsUrl: `${baseUrl}/models`,
          apiKey,
          headers,
          quirks,
        }),
        voice: createVoice({ service, baseUrl, apiKey, headers, quirks }),
        llm: {
          service,
          apiKey,
          keyHeader: quirks.keyHeader,
          ...(vendor.hasResponses && { hasResponses: true }),
          headers,
          isInPrivateNetwork: createPrivateCheck(baseUrl),
          urlOf: (path) => baseUrl + path.replace(/^\/(?:\w+\/)?v1(?=\/)/, ''),
        },
      }
    },
  }
}
