import type { ProviderKind } from '../ports/provider-kind.ts'
import { falKind } from './fal/fal-kind.ts'
import { bozzettoKind, gatewayKind } from './gateway/gateway-kind.ts'
import { openAiKinds } from './openai/openai-kinds.ts'

/** Services that make 3D models. */
const services3d: readonly ProviderKind[] = [falKind]

/** Every service that can be connected, in the order in which the page offers them. */
export const providerKinds: readonly ProviderKind[] = [
  ...openAiKinds,
  ...services3d,
  gatewayKind,
  bozzettoKind,
]
