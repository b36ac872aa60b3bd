import type { ProviderKind } from '../ports/provider-kind.ts'
import { anthropicKinds } from './anthropic/anthropic-kinds.ts'
import { comfyKind } from './comfyui/comfy-provider.ts'
import { comfyRouterKind } from './comfy-router/comfy-router.ts'
import { falKind } from './fal/fal-kind.ts'
import { bozzettoKind, gatewayKind } from './gateway/gateway-kind.ts'
import { gradioKind } from './gradio/gradio-provider.ts'
import { hunyuanServerKind } from './hunyuan/hunyuan-server.ts'
import { lemonade3dKind } from './lemonade/lemonade-provider.ts'
import { meshyKind } from './meshy/meshy-provider.ts'
import { modlyKind } from './modly/modly-provider.ts'
import { ollamaKind } from './ollama/ollama-kind.ts'
import { openAiKinds } from './openai/openai-kinds.ts'
import { replicateKind } from './replicate/replicate-provider.ts'
import { rodinKind } from './rodin/rodin-provider.ts'
import { searchKinds } from './search/search-kinds.ts'
import { stabilityKind } from './stability/stability-provider.ts'
import { tencentKind } from './tencent/tencent-provider.ts'
import { trellisServerKind } from './trellis/trellis-server.ts'
import { tripoKind } from './tripo/tripo-provider.ts'
import { voiceKinds } from './voice/voice-kinds.ts'

const services3d: readonly ProviderKind[] = [
  comfyKind,
  hunyuanServerKind,
  trellisServerKind,
  modlyKind,
  lemonade3dKind,
  gradioKind,
  falKind,
  tripoKind,
  meshyKind,
  replicateKind,
  comfyRouterKind,
  stabilityKind,
  rodinKind,
  tencentKind,
]

/** Kinds of services, in the order of the page that connects services. */
export const providerKinds: readonly ProviderKind[] = [
  // Ollama comes first, because it is the most widely used local server.
  ollamaKind,
  ...openAiKinds,
  ...anthropicKinds,
  ...services3d,
  ...searchKinds,
  ...voiceKinds,
  gatewayKind,
  bozzettoKind,
]
