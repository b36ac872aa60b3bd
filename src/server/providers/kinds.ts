import type { ProviderKind } from '../ports/provider-kind.ts'
import { bozzettoKind, gatewayKind } from './gateway/gateway-kind.ts'
import { openAiKinds } from './openai/openai-kinds.ts'

/** Every service that can be connected, in the order in which the page offers them. */
export const providerKinds: readonly ProviderKind[] = [...openAiKinds, gatewayKind, bozzettoKind]
